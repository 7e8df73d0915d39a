import { parsePage } from "@webhand/page/parse/parse";
import { eachOf } from "@webhand/testing/long";
import { expect } from "vitest";
import type { Stages } from "./content-script.ts";
import { guardOf } from "./last-look.ts";

/**
 * A list that draws its data in nodes that it keeps (`reuse`), moves with their entry (`keyed`), or makes anew (`fresh`). A button does
 * its act with the entry that its row shows by then. Names share their words.
 */
const list = (shell: string, row: string) => `${shell}<script>
	const people = ["Bob Smith|admin|#101", "Eve Smith|user|#102", "Bob Miller|user|#103", "Al Jones|admin|#104", "Eve Miller|user|#105",
		"Al Smith|admin|#106", "Bob Jones|user|#107", "Eve Jones|admin|#108"].map((text) => text.split("|"));
	const acts = [], nodes = []; let shown = people.slice(0, 4), way = "reuse";
	const list = document.querySelector("[data-list]");
	const flat = ${JSON.stringify(row)}.startsWith("<dt");
	function make() {
		const made = document.createElement(list.localName === "table" ? "tbody" : "div"); made.innerHTML = ${JSON.stringify(row)};
		const parts = [...made.children]; const node = flat ? Object.assign(document.createElement("div"), { columns: parts }) : parts[0];
		if (node.localName === "x-open" || node.localName === "x-closed") {
			const root = node.attachShadow({ mode: node.localName.slice(2) }); root.innerHTML = "<p><span data-part></span> <i data-part></i> <small data-part></small> <button data-act>Delete</button></p>";
			node.closed = root;
		}
		node.parts = (flat ? parts : [node.closed ?? node]).flatMap((part) => [...part.querySelectorAll("[data-part]"), ...(part.matches?.("[data-part]") ? [part] : [])]);
		const button = (flat ? parts : [node.closed ?? node]).map((part) => part.querySelector("[data-act]")).find(Boolean);
		button.onclick = () => acts.push(node.entry[0]);
		return node;
	}
	const fill = (node, entry, at) => {
		node.entry = entry; node.setAttribute("aria-rowindex", at + 1);
		node.parts.forEach((part, index) => { part.textContent = entry[index]; });
	};
	function draw() {
		const kept = new Map(nodes.map((node) => [node.entry, node])), pool = way === "reuse" ? [...nodes] : [];
		const next = shown.map((entry) => (way === "keyed" ? kept.get(entry) : pool.shift()) ?? make());
		shown.forEach((entry, at) => fill(next[at], entry, at));
		nodes.splice(0, nodes.length, ...next);
		list.replaceChildren(...next.flatMap((node) => node.columns ?? [node]));
	}
	draw();</script>`;

const cells = `<td data-part></td><td data-part></td><td data-part></td><td><button data-act>Delete</button></td>`;
const gridCells = [1, 2, 3].map(() => `<div role="gridcell"><p data-part></p></div>`).join("");
const kinds: Readonly<Record<string, string>> = {
	list: list(
		"<ul data-list></ul>",
		`<li><b data-part></b> <i data-part></i> <small data-part></small> <button data-act>Delete</button></li>`,
	),
	blocks: list(
		"<div data-list></div>",
		`<div class="row"><h3 data-part></h3><p data-part></p><p data-part></p><div><button data-act>Delete</button></div></div>`,
	),
	table: list("<table data-list></table>", `<tr>${cells}</tr>`),
	grid: list(
		"<div role=grid data-list></div>",
		`<div role="row">${gridCells}<div role="gridcell"><button data-act>Delete</button></div></div>`,
	),
	"definition list": list(
		"<dl data-list></dl>",
		`<dt data-part></dt><dd><i data-part></i> <i data-part></i> <button data-act>Delete</button></dd>`,
	),
	"open shadow roots": list("<div data-list></div>", "<x-open></x-open>"),
	"closed shadow roots": list("<div data-list></div>", "<x-closed></x-closed>"),
};

/** What the page does to its list. */
const changes: Readonly<Record<string, string>> = {
	"text replaced in place": "shown[1] = people[5]; draw()",
	"scrolled on by one": "shown = people.slice(1, 5); draw()",
	"scrolled on by a screen": "shown = people.slice(4); draw()",
	"sorted the other way": "shown.reverse(); draw()",
	"one put above": "shown.unshift(people[6]); draw()",
	"one removed above": "shown.shift(); draw()",
	"itself removed": "shown.splice(1, 1); draw()",
	"all but another removed": "shown = [people[0]]; draw()",
	"cells replaced":
		"{ const [, node] = nodes; node.parts = node.parts.map((part) => { const twin = part.cloneNode(); part.replaceWith(twin); return twin; }); fill(node, people[5], 1); }",
	"numbers of rows moved": "shown[1] = people[5]; draw(); nodes[1].setAttribute('aria-rowindex', 2)",
};

/** Changes that leave the meant row in the list. */
const staying: ReadonlySet<string> = new Set(["scrolled on by one", "sorted the other way", "one put above", "one removed above"]);

/** When the page does it: before the act, when the pointer arrives, when the button is pressed. */
const moments: Readonly<Record<string, (change: string) => string>> = {
	"before the act": (change) => change,
	"under the pointer": (change) => `document.addEventListener("pointerover", () => { ${change} }, { once: true, capture: true })`,
	"while pressed": (change) => `document.addEventListener("mousedown", () => { ${change} }, { once: true, capture: true })`,
};

/** Changes rows between look and act. @param tries of each */
export function rowTests(stage: Stages, tries: number): void {
	eachOf(Object.entries(kinds), 3)("an act for one row is done in no other row: %s", async (kind, html) => {
		const { page, act, read } = await stage.open(html);
		const wrong: string[] = [];
		for (let round = 0; round < tries; round += 1)
			for (const way of ["reuse", "keyed", "fresh"])
				for (const [what, change] of [["nothing", "0"], ...Object.entries(changes)] as const)
					for (const [when, at] of Object.entries(moments)) {
						await page.evaluate(`way = "${way}"; shown = people.slice(0, 4); draw(); acts.length = 0`);
						const look = await read();
						const second = [...parsePage(look.text).elements.values()].filter(({ name }) => name === "Delete")[1];
						if (second === undefined) throw new Error(look.text);
						const guard = { ...guardOf(look, second.id), approved: false };
						await page.evaluate(at(change));
						const result = await act({ name: "click", id: guard.id }, { guard });
						const acts = await page.evaluate("acts");
						const isDone = JSON.stringify(acts) === '["Eve Smith"]' && result.success;
						const isRefused = JSON.stringify(acts) === "[]" && !result.success && result.code === "STALE_ELEMENT";
						const isGone = JSON.stringify(acts) === "[]" && result.code === "OUTCOME_UNKNOWN";
						const isStill = what === "nothing" || (way === "keyed" && kind !== "definition list" && staying.has(what));
						const isRight = isDone || (!isStill && isRefused) || (when === "while pressed" && isGone);
						if (!isRight) wrong.push([way, what, when, JSON.stringify(acts), JSON.stringify(result)].join(" · "));
					}
		expect(wrong).toEqual([]);
	});
}
