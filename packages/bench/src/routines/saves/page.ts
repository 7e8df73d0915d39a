import type { Given } from "../by-hand/play.ts";
import type { Hands } from "../by-hand/record.ts";
import type { Answer, Asked } from "../serve.ts";
import { escaped } from "../serve.ts";
import type { Fields, Records, SavedFields } from "./faults.ts";

/** The server of a page: what it holds, and its one way to save. */
export type Held = { readonly records: () => Records; readonly save: (id: string, fields: Fields) => void; readonly nextId: () => string };

/** A page that saves. Its checks are values of the record's page that a person presses with "Check this". */
export type SavePage = {
	readonly name: string;
	readonly isHeldOut: boolean;
	readonly start: string;
	readonly first: Records;
	readonly fields: SavedFields;
	readonly answer: (asked: Asked, held: Held) => Answer | undefined;
	readonly hands: Hands;
	/** Values of one play; `text` is its own. */
	readonly given: (values: { readonly amount: string; readonly text: string }) => Given;
};

/** A page around its content. */
export function pageOf(title: string, body: string, script = ""): Answer {
	return {
		html: `<!doctype html><html lang="en"><title>${title}</title><style>.card{border:1px solid #999;padding:8px;margin:8px;width:260px}td,th{padding:4px 8px}
label{display:block}</style><header><a href="/">Home</a> <a href="/help">Help</a></header><main><h1>${title}</h1><p id="said" role="status"></p>${body}</main>
<script>const say=(text)=>{document.getElementById("said").textContent=text};const post=(path,body)=>fetch(path,{method:"POST",body:new URLSearchParams(body)});
if(location.search.includes("saved"))say("Saved");${script}</script></html>`,
	};
}

/** A table of texts. */
export function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
	const cells = (tag: string, texts: readonly string[]) => `<tr>${texts.map((text) => `<${tag}>${text}</${tag}>`).join("")}</tr>`;
	return `<table><thead>${cells("th", heads)}</thead><tbody>${rows.map((row) => cells("td", row)).join("")}</tbody></table>`;
}

/** A field of a record as text of HTML. */
export const shown = (fields: Fields | undefined, name: string): string => escaped(fields?.[name] ?? "");

/** Terms with what they say. */
export function factsOf(facts: readonly (readonly [string, string])[]): string {
	return `<dl>${facts.map(([term, said]) => `<dt>${term}</dt><dd>${said}</dd>`).join("")}</dl>`;
}

/** A field with its label. */
export function fieldOf(label: string, name: string, value = "", type = "text"): string {
	return `<label>${label} <input name="${name}" type="${type}" step="any" value="${escaped(value)}"></label>`;
}

/** All that a form sent. */
export const sent = ({ form }: Asked): Fields => Object.fromEntries(form);
