'use strict';

// Shows what of searchIndex, entries of [address, title, where, text], has all words of the query.
(() => {
    const MOST = 50;
    const AROUND = 90;
    const input = document.querySelector('input[name=q]');
    const list = document.getElementById('results');
    const count = document.getElementById('count');
    const entries = searchIndex.map(([address, title, where, text]) => ({
        address, title, where, text,
        name: title.toLowerCase(),
        all: [title, where, text].join('\n').toLowerCase(),
    }));

    // What is called so is before what begins so, and that before what mentions it.
    function score(entry, words) {
        const bare = entry.name.replace(/\(.*/, '');
        const last = bare.slice(bare.lastIndexOf('.') + 1);
        return words.reduce((sum, word) => {
            if (entry.name === word || bare === word) return sum + 100;
            if (last === word) return sum + 60;
            if (entry.name.startsWith(word) || last.startsWith(word)) return sum + 30;
            if (entry.name.includes(word)) return sum + 20;
            return sum + Math.min(9, entry.all.split(word).length - 1);
        }, 0);
    }

    function marked(parent, text, words) {
        let rest = text;
        while (rest) {
            const lower = rest.toLowerCase();
            let at = -1;
            let length = 0;
            for (const word of words) {
                const found = lower.indexOf(word);
                if (found >= 0 && (at < 0 || found < at)) {
                    at = found;
                    length = word.length;
                }
            }
            if (at < 0) break;
            parent.append(rest.slice(0, at));
            parent.append(Object.assign(document.createElement('mark'),
                    { textContent: rest.slice(at, at + length) }));
            rest = rest.slice(at + length);
        }
        parent.append(rest);
        return parent;
    }

    function excerpt(text, words) {
        const lower = text.toLowerCase();
        const found = words.map(word => lower.indexOf(word)).filter(at => at >= 0);
        const at = found.length ? Math.min(...found) : 0;
        const begin = Math.max(0, at - AROUND);
        const end = Math.min(text.length, at + 2 * AROUND);
        return (begin ? '… ' : '') + text.slice(begin, end) + (end < text.length ? ' …' : '');
    }

    function item(entry, words) {
        const li = document.createElement('li');
        const link = Object.assign(document.createElement('a'), { href: entry.address });
        li.append(marked(link, entry.title, words), ' ');
        li.append(Object.assign(document.createElement('small'), { textContent: entry.where }));
        if (entry.text) {
            li.append(marked(document.createElement('p'), excerpt(entry.text, words), words));
        }
        return li;
    }

    function show() {
        const words = input.value.toLowerCase().split(/\s+/).filter(word => word);
        const found = words.length === 0 ? [] : entries
            .filter(entry => words.every(word => entry.all.includes(word)))
            .map(entry => ({ entry, score: score(entry, words) }))
            .sort((a, b) => b.score - a.score);
        count.textContent = words.length === 0 ? 'Words of pages, names of the API.'
            : found.length === 0 ? 'Nothing has all of these words.'
            : found.length > MOST ? `${found.length} found; the first ${MOST}:`
            : `${found.length} found:`;
        list.replaceChildren(...found.slice(0, MOST).map(({ entry }) => item(entry, words)));
    }

    input.value = new URLSearchParams(location.search).get('q') ?? '';
    input.addEventListener('input', show);
    input.focus();
    show();
})();
