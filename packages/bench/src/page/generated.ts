/** A generated page without network and scripts. */
export type GeneratedPage = { readonly name: string; readonly html: string };

const words =
	"amber basin cedar delta ember fjord grove harbour indigo jasmine kettle lantern meadow nectar orchard pepper quartz ripple saffron timber".split(
		" ",
	);

/** The same word for the same number, so that all runs read the same pages. */
const word = (at: number): string => words[(at * 7 + (at >> 3)) % words.length] ?? "amber";
const title = (at: number): string => `${word(at).replace(/^./, (letter) => letter.toUpperCase())} ${word(at + 5)} ${at}`;
const sentence = (at: number, length: number): string => Array.from({ length }, (_, index) => word(at * 3 + index)).join(" ");

const style = `body{font:14px sans-serif;margin:0}header,footer{padding:8px;background:#eee}nav a{margin:0 6px}
.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:12px}.card{border:1px solid #ccc;padding:8px}.row{display:flex;gap:8px}
.hidden{display:none}.tile{cursor:pointer;border:1px solid #bbb;padding:10px}.ico{display:inline-block;width:16px;height:16px}
table{border-collapse:collapse}td,th{border:1px solid #ddd;padding:4px}aside{float:left;width:220px}main{overflow:hidden}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)}.ico::before{content:""}`;

const icon = `<svg width="16" height="16" viewBox="0 0 16 16"><path d="M2 2h12v12H2z"/></svg>`;
const top = (name: string): string =>
	`<header><a href="/">${name}</a><nav>${Array.from({ length: 8 }, (_, at) => `<a href="/${word(at)}/">${title(at)}</a>`).join("")}</nav>
	<form action="/search" role="search"><label class="sr" for="q">Search</label><input id="q" name="q" placeholder="Search"><button>${icon}<span class="sr">Search</span></button></form></header>`;
const bottom = `<footer><ul>${Array.from({ length: 12 }, (_, at) => `<li><a href="/about/${word(at)}">About ${word(at)}</a></li>`).join("")}</ul></footer>`;

const shop = (at: number): string =>
	`<article class="card"><a href="/p/${at}"><div class="pic"><span>${word(at)}</span></div><h3>${title(at)}</h3></a>
	<p class="text"><span>${sentence(at, 12)}</span></p><div class="row"><span><b>${at % 90}.00</b> €</span><span class="sr">Rating ${at % 5} of 5</span></div>
	<div class="row"><select aria-label="Size of ${title(at)}"><option>S<option selected>M<option>L</select><button>Add to cart</button><button aria-label="Keep ${title(at)}">${icon}</button></div></article>`;

const fields = ["text", "email", "number", "date", "tel", "url"];
const form = (at: number): string =>
	`<fieldset><legend>Part ${at}</legend>
	<div class="row"><label for="f${at}">${title(at)}</label><input id="f${at}" type="${fields[at % fields.length]}" ${at % 3 === 0 ? "required" : ""}><small id="h${at}">${sentence(at, 6)}</small></div>
	<div class="row"><label><input type="checkbox" ${at % 2 === 0 ? "checked" : ""}> <span>${sentence(at, 4)}</span></label></div>
	<div class="row"><label><input type="radio" name="r${at}"> yes</label><label><input type="radio" name="r${at}" checked> no</label></div>
	<div><label>Country <select name="c${at}">${Array.from({ length: 6 }, (_, index) => `<option>${title(index)}`).join("")}</select></label></div>
	<div class="hidden"><p>${sentence(at, 10)}</p></div></fieldset>`;

const table = (at: number): string =>
	`<tr><td><input type="checkbox" aria-label="Choose row ${at}"></td><td><a href="/orders/${at}">#${10_000 + at}</a></td><td>${title(at)}</td><td><span class="state">${word(at)}</span></td><td>${(at * 37) % 900}.50 €</td><td><time>2026-03-${String((at % 28) + 1).padStart(2, "0")}</time></td><td><button title="Edit">${icon}</button><button title="Delete">${icon}</button></td></tr>`;

const docs = (at: number): string =>
	`<section><h2 id="s${at}">${title(at)} <a href="#s${at}" class="anchor">#</a></h2><p>${sentence(at, 30)} <code>${word(at)}()</code> ${sentence(at + 1, 14)} <a href="/api/${word(at)}/${at}">${word(at + 1)} ${word(at + 2)}</a>, ${sentence(at + 2, 12)}.</p>
	<ul><li>${sentence(at, 8)}</li><li><b>${word(at)}</b>: ${sentence(at + 4, 10)}</li></ul><pre><code><span class="k">const</span> ${word(at)} = <span class="s">"${word(at + 3)}"</span>;</code></pre></section>`;

const dashboard = (at: number): string =>
	`<div class="card"><div class="row"><h3>${title(at)}</h3><div role="tablist"><div role="tab" tabindex="0" aria-selected="true">Day</div><div role="tab" tabindex="-1">Week</div></div></div>
	<div class="tile"><div><span>${(at * 31) % 1_000}</span> <i class="ico"></i></div><div><em>${sentence(at, 4)}</em></div></div>
	<div role="button" tabindex="0" aria-label="Menu of ${title(at)}"><i class="ico"></i></div>
	<div role="switch" tabindex="0" aria-checked="${at % 2 === 0}">Live</div><input type="range" aria-label="Window of ${title(at)}"><div class="hidden"><a href="/x">hidden</a></div></div>`;

const kinds = {
	shop: { unit: shop, wrap: (inner: string) => `<main><div class="grid">${inner}</div></main>` },
	form: { unit: form, wrap: (inner: string) => `<main><form method="post" action="/save">${inner}<button>Save</button></form></main>` },
	table: {
		unit: table,
		wrap: (inner: string) =>
			`<main><table><thead><tr><th></th><th>Order</th><th>Name</th><th>State</th><th>Sum</th><th>Day</th><th></th></tr></thead><tbody>${inner}</tbody></table></main>`,
	},
	docs: {
		unit: docs,
		wrap: (inner: string) =>
			`<aside><nav>${Array.from({ length: 30 }, (_, at) => `<a href="#s${at}">${title(at)}</a>`).join("")}</nav></aside><main>${inner}</main>`,
	},
	dashboard: { unit: dashboard, wrap: (inner: string) => `<main><div class="grid">${inner}</div></main>` },
} as const;

const countElements = (html: string): number => html.match(/<[a-z]/g)?.length ?? 0;

/**
 * Generates a page of one kind.
 *
 * @param nodes about how many elements, 200 to 54,000
 */
export function generatePage(kind: keyof typeof kinds, nodes: number): GeneratedPage {
	const { unit, wrap } = kinds[kind];
	const units: string[] = [];
	for (let count = countElements(top(kind) + wrap("") + bottom), at = 0; count < nodes; at += 1) {
		const html = unit(at);
		units.push(html);
		count += countElements(html);
	}
	const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title(nodes)}</title><style>${style}</style></head><body>${top(kind)}${wrap(units.join("\n"))}${bottom}</body></html>`;
	return { name: `${kind} ${nodes}`, html };
}

export const pageKinds = Object.keys(kinds) as readonly (keyof typeof kinds)[];
