import { isClickable, isDisabled, isSearchField, isTextField, takesValue } from "@webhand/page/layout/controls";
import type { Layout } from "@webhand/page/layout/layout";
import { isInRegion } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import type { ElementView } from "@webhand/page/parse/view";
import type { Condition, Intent } from "../clause.ts";
import { calledOf } from "../page/names.ts";
import { quoted } from "../page/text.ts";
import { submitOf } from "./fill.ts";
import type { Move, Scene } from "./move.ts";
import { act, clickOn, fieldOf, locate, missing, oneOf, target as plain, referentTo, stuck, unresolved } from "./move.ts";

type Of<Kind extends Intent["kind"]> = Extract<Intent, { readonly kind: Kind }>;

/** Goes to an address, and expects its host. */
export function visitMove({ url, inNewTab }: Of<"visit">): Move {
	const host = URL.canParse(url) ? new URL(url).host : url;
	return act({ name: inNewTab ? "openTab" : "navigate", url }, `I go to ${quoted(url)}.`, { expect: { kind: "url_contains", text: host } });
}

/** Goes back or forward, or loads the page again. */
export const historyMove = ({ to }: Of<"history">): Move =>
	act({ name: to }, to === "back" ? "I go back." : to === "forward" ? "I go forward." : "I load the page again.");

/** Presses keys, in a field where one is named. */
export function pressMove({ keys, field, times }: Of<"press">, scene: Scene): Move {
	if (scene.part >= times) return { kind: "end" };
	const found = field === undefined ? undefined : locate(field, scene, takesValue);
	if (found !== undefined && found.kind !== "one" && field !== undefined) return unresolved(field, found);
	const element = found?.kind === "one" ? found.element : scene.layout.view.focus === undefined ? fieldOf(scene) : undefined;
	const where = found?.kind === "one" ? ` in ${calledOf(scene.layout, found.element)}` : "";
	const at = element === undefined ? {} : { id: element.id };
	return act(
		{ name: "press", keys, ...at },
		`I press ${keys === " " ? "Space" : keys}${where}.`,
		element === undefined ? {} : { target: element },
	);
}

/** True where the page shows the text of a condition, or does not any more. */
export function isMet({ text, isGone }: Condition, { phrase, view }: Layout): boolean {
	const wanted = wholeWords(phrase(text).folded);
	const shown = [...view.lines.filter(({ kind }) => kind !== "collapsed").map((line) => line.text), ...view.alerts];
	return shown.some((one) => wanted.test(one)) !== isGone;
}

/** "Paid" is not in "Unpaid". Scripts that put no space between words have no edges of words. */
function wholeWords(text: string): RegExp {
	const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
	const isSpaced = !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
	return new RegExp(isSpaced ? `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])` : escaped, "iu");
}

/** What proves that a condition has come true. */
export const expectedBy = ({ text, isGone }: Condition) => ({ kind: isGone ? "text_gone" : "text_appears", text }) as const;

const mostWaits = 12;

/** Waits some seconds, ten at a time, or until a condition holds, at most a minute. */
export function waitMove({ seconds = 1, until }: Of<"wait">, { layout, done, part }: Scene): Move {
	if (until === undefined) {
		const left = Math.min(10, seconds - part * 10);
		const begun = seconds > 10 ? `I wait ${seconds} s, 10 at a time.` : `I wait ${seconds} s.`;
		const thought = part === 0 ? begun : `I wait on: ${part * 10} of ${seconds} s are over.`;
		return left <= 0 ? { kind: "end" } : act({ name: "wait", seconds: left }, thought, { expect: { kind: "none" } });
	}
	if (isMet(until, layout)) return { kind: "end" };
	const what = `${quoted(until.text)} ${until.isGone ? "is still there" : "has not appeared"}`;
	if (done.length >= mostWaits) return stuck(`I waited, and ${what}`, "stuck");
	return act({ name: "wait", seconds: 5 }, `I wait: ${what}.`, { expect: expectedBy(until), then: "again", key: `wait ${done.length}` });
}

/** Scrolls a way, or to a control or heading. */
export function scrollMove({ to }: Of<"scroll">, scene: Scene): Move {
	if (typeof to === "string")
		return act(
			{ name: "scroll", to: { kind: "direction", direction: to } },
			`I scroll ${to === "top" || to === "bottom" ? `to the ${to}` : to}.`,
		);
	const { layout } = scene;
	const found = locate(to, scene, () => true);
	const wanted = layout.phrase(to.name || to.text).folded;
	const line = layout.view.lines.find(
		({ kind, text }) => kind === "heading" && wanted !== "" && layout.phrase(text).folded.includes(wanted),
	);
	const below = layout.nodes.find((node) => line !== undefined && node.line >= line.index && node.element !== undefined)?.element;
	const element = found.kind === "one" ? found.element : found.kind === "tied" ? found.elements[0] : below;
	if (element === undefined) return missing(to);
	return act({ name: "scroll", to: { kind: "element", id: element.id } }, `I scroll to ${quoted(to.text)}.`, { target: element });
}

const ways = {
	next: /^(?:next|next page|older|more results|weiter|nächste seite|»|›|→|>)$/i,
	previous: /^(?:prev(?:ious)?|prev(?:ious)? page|newer|back|zurück|«|‹|←|<)$/i,
	first: /^(?:first|first page|«|\|<|⏮)$/i,
	last: /^(?:last|last page|»|>\||⏭)$/i,
} as const;
const mostPages = 20;

/** Turns the pages of a list: by the control of that number or way, else one by one towards a number. */
export function turnMove({ to }: Of<"turn">, scene: Scene): Move {
	const { layout, done } = scene;
	const controls = layout.elements.filter((element) => isClickable(element) && !takesValue(element));
	const bare = (name: string) => name.trim().replace(/^(?:go to )?page:? (?=\d)|(?<=\p{L})\s*[›»>→]+$|^[‹«<←]+\s*(?=\p{L})/giu, "");
	const press = (way: RegExp, rest: Parameters<typeof clickOn>[2] = {}): Move | undefined => {
		const all = distinct(controls.filter((element) => namesOf(layout, element).some((name) => way.test(bare(name)))));
		const paging = all.length === 1 ? all : all.filter(({ line }) => isInRegion(layout.view, line, "nav"));
		const [one, ...others] = paging;
		if (one === undefined) return undefined;
		return others.length > 0 ? { kind: "tied", target: plain(`page ${to}`), elements: paging } : clickOn(one, scene, rest);
	};
	if (typeof to !== "number") {
		const numbers = controls.filter(({ name, type }) => /^\d{1,5}$/.test(name) && (type === "a" || type === "button"));
		const last =
			to === "last"
				? numbers.reduce<ElementView | undefined>((top, one) => (Number(one.name) > Number(top?.name ?? 0) ? one : top), undefined)
				: undefined;
		return (
			press(ways[to]) ??
			(last === undefined ? undefined : clickOn(last, scene)) ??
			(to === "first" ? press(/^1$/) : undefined) ??
			missing(plain(`${to} page`))
		);
	}
	const [told, count] = layout.view.lines
		.flatMap(({ text }) => /\bpage (\d{1,5}) (?:of|\/) (\d{1,5})/i.exec(text)?.slice(1, 3) ?? [])
		.map(Number);
	const now =
		told ??
		Number(
			/\d+/.exec(controls.find(({ name, states }) => /^(?:page )?\d{1,5}$/i.test(name) && states.has("current"))?.name ?? "")?.[0] ??
				Number.NaN,
		);
	if (now === to) return { kind: "end" };
	if (count !== undefined && to > count) return stuck(`There are only ${count} pages`, "impossible");
	const rest = { then: "again", key: `page ${done.length}` } as const;
	const stepped = Number.isNaN(now) || done.length >= mostPages ? undefined : () => press(now < to ? ways.next : ways.previous, rest);
	return press(new RegExp(`^${to}$`)) ?? stepped?.() ?? missing(plain(`page ${to}`));
}

/** Links above and below a list lead to the same page. */
function distinct(elements: readonly ElementView[]): readonly ElementView[] {
	const enabled = elements.filter((element) => !isDisabled(element));
	const all = enabled.length > 0 ? enabled : elements;
	return all.filter(({ href }, at) => href === undefined || at === all.findIndex((other) => other.href === href));
}

const mostFields = 30;

/** Types into the search box and presses Enter; where that showed nothing, the button of the search is pressed once. */
export function searchMove({ text, field }: Of<"search">, scene: Scene): Move {
	const { layout, failures } = scene;
	const box = searchBox(field, scene);
	if (box.kind !== "one") return box;
	const { element } = box;
	const button = failures > 0 ? submitOf(element, scene) : undefined;
	if (button?.kind === "one") return clickOn(button.element, scene, { thought: `I search with ${calledOf(layout, button.element)}.` });
	return act({ name: "setValue", id: element.id, text, submit: true }, `I search for ${quoted(text)}.`, {
		target: element,
		field: referentTo(layout, element),
	});
}

function searchBox(field: Of<"search">["field"], scene: Scene): { readonly kind: "one"; readonly element: ElementView } | Move {
	const { layout } = scene;
	if (field !== undefined && field.name !== "" && !/^search$/i.test(field.name)) {
		const found = locate(field, scene, isTextField);
		if (found.kind === "one") return found;
		const inside = locate(plain("search", { role: "field", places: [{ relation: "section", anchor: field }] }), scene, isSearchField);
		return inside.kind === "one" ? inside : unresolved(field, found);
	}
	const all = layout.elements.filter((element) => isTextField(element) && !isDisabled(element) && scene.isFree(element));
	const searching = all.filter(isSearchField);
	const typed = searching.filter(({ type }) => type === "search");
	// A single field without another name, beside a button called "Search", is one.
	const beside = (searching.length > 0 || all.length > mostFields ? [] : all).filter((element) => {
		const button = submitOf(element, scene);
		const isSearch =
			button.kind === "one" && namesOf(layout, button.element).some((name) => /^(?:search|find|go|suchen)$/i.test(name.trim()));
		return isSearch && namesOf(layout, element).every((name) => /search|keyword|query|find|such/i.test(name));
	});
	const boxes = typed.length === 1 ? typed : searching.length > 0 ? searching : beside;
	const element = oneOf(boxes, scene);
	if (element !== undefined) return { kind: "one", element };
	return boxes.length === 0 ? missing(plain("search", { role: "field" })) : { kind: "tied", target: plain("search box"), elements: boxes };
}
