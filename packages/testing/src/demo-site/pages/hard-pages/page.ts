/** A page that is hard for an agent: markup with its own scripts, and headers beside the usual ones. `other` is this site under its other name. */
export type HardPage = {
	readonly title: string;
	readonly body: (around: { readonly other: string }) => string;
	readonly headers?: Readonly<Record<string, string>>;
	/** Attributes of the root element, such as `dir="rtl"`. */
	readonly root?: string;
	/** Allows the page's own scripts under a strict policy. */
	readonly nonce?: string;
};

/** Pages by the last part of their path, `/zoo/<name>`. */
export type ZooPages = Readonly<Record<string, HardPage>>;

/** What these pages share: `say(what)` writes down an effect and shows it; `effects` is what a test reads. */
const script = `
	const effects = [];
	const say = (what) => { effects.push(what); const line = document.createElement("p"); line.textContent = what; document.body.append(line); };
	const find = (id) => document.getElementById(id);
`;

/** A whole document. */
export function renderHardPage(page: HardPage, around: { readonly other: string }): string {
	const nonce = page.nonce === undefined ? "" : ` nonce="${page.nonce}"`;
	return `<!doctype html><html lang="en" ${page.root ?? ""}><head><meta charset="utf-8"><title>${page.title}</title>
<link rel="icon" href="/assets/icon.svg"><script${nonce}>${script}</script></head><body><h1>${page.title}</h1>${page.body(around)}</body></html>`;
}
