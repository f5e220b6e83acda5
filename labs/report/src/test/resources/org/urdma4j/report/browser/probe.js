// At the end of a page in a frame: writes what is wrong with its layout into the outer page.
(function () {
  'use strict';
  const wrong = [];
  const errors = [];
  addEventListener('error', event => errors.push(event.message));
  const say = (what, element) =>
    wrong.push(what + ': ' + element.tagName + ' ' + (element.textContent || '').slice(0, 60));
  const beyond = (inner, outer) =>
    inner.left < outer.left - 1 || inner.right > outer.right + 1 ||
    inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1;
  const meet = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;

  addEventListener('load', () => {
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) {
      say('wider than the window', root);
    }
    for (const element of document.body.querySelectorAll(':not(svg):not(svg *)')) {
      const scrolls = getComputedStyle(element).overflowX === 'auto';
      if (!scrolls && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) {
        say('contents stick out', element);
      }
    }
    const pictures = [...document.querySelectorAll('svg')].map(svg => {
      const frame = svg.getBoundingClientRect();
      const texts = [...svg.querySelectorAll('text')];
      const boxes = texts.map(text => text.getBoundingClientRect());
      texts.forEach((text, i) => {
        if (beyond(boxes[i], frame)) {
          say('text leaves the picture', text);
        }
        for (let j = 0; j < i; j++) {
          if (meet(boxes[i], boxes[j])) {
            say('text over "' + texts[j].textContent + '"', text);
          }
        }
      });
      for (const shape of svg.querySelectorAll('path, rect, line')) {
        if (beyond(shape.getBoundingClientRect(), frame)) {
          say('shape leaves the picture', shape);
        }
      }
      return {
        width: frame.width,
        height: frame.height,
        text: texts.length === 0 ? 0 : Math.min(...boxes.map(box => box.height)),
        hidden: svg.getAttribute('aria-hidden') === 'true',
        label: svg.getAttribute('aria-label') || ''
      };
    });
    const told = parent.document.createElement('pre');
    told.id = 'probe';
    told.textContent = JSON.stringify({width: root.clientWidth, wrong, errors, pictures});
    parent.document.body.appendChild(told);
  });
})();
