import type { ElementView } from "@webhand/page/parse/view";
import type { Intent } from "../clause.ts";
import { isInRegion } from "../page/layout.ts";
import { calledOf, namesOf } from "../page/names.ts";
import { isClickable, isDisabled, isSearchField, isTextField, takesValue } from "../page/roles.ts";
import { quoted } from "../page/text.ts";
import { isMet } from "./click.ts";
import { submitOf } from "./fill.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, locate, oneOf, target as plain, referentTo, stuck, unresolved } from "./move.ts";

type Of<Kind extends Intent["kind"]> = Extract<Intent, { readonly kind: Kind }>;

export function visitMove({ url, inNewTab }: Of<"visit">, { part }: Scene): Move {
	if (part > 0) return { kind: "end" };
	const host = URL.canParse(url) ? new URL(url).host : url;
	return {
		kind: "act",
		action: inNewTab ? { name: "openTab", url } : { name: "navigate", url },
		thought: `I go to ${quoted(url)}.`,
		expect: { kind: "url_contains", text: host },
		then: "next",
	};
}

export function historyMove({ to }: Of<"history">, { part }: Scene): Move {
	if (part > 0) return { kind: "end" };
	const thought = to === "back" ? "I go back." : to === "forward" ? "I go forward." : "I load the page again.";
	return { kind: "act", action: { name: to }, thought, expect: { kind: "any_change" }, then: "next" };
}

/** Presses keys, in a field where one is named. */
export function pressMove({ keys, field, times }: Of<"press">, scene: Scene): Move {
	if (scene.part >= times) return { kind: "end" };
	const found = field === undefined ? undefined : locate(field, scene, takesValue);
	if (found !== undefined && found.kind !== "one" && field !== undefined) return unresolved(field, found);
	const known =
		scene.field?.id !== undefined && scene.field.epoch === scene.layout.view.epoch
			? scene.layout.view.elements.get(scene.field.id)
			: undefined;
	const element = found?.kind === "one" ? found.element : scene.layout.view.focus === undefined ? known : undefined;
	return {
		kind: "act",
		action: { name: "press", keys, ...(element === undefined ? {} : { id: element.id }) },
		thought: `I press ${keys === " " ? "Space" : keys}${found?.kind === "one" ? ` in ${calledOf(scene.layout, found.element)}` : ""}.`,
		expect: { kind: "any_change" },
		then: "next",
		...(element === undefined ? {} : { target: element }),
	};
}

const mostWaits = 12;

export function waitMove({ seconds, until }: Of<"wait">, scene: Scene): Move {
	const { layout, done, part } = scene;
	if (until === undefined) {
		const left = (seconds ?? 1) - part * 10;
		return left <= 0
			? { kind: "end" }
			: {
					kind: "act",
					action: { name: "wait", seconds: Math.min(10, left) },
					thought: `I wait ${Math.min(10, left)} s.`,
					expect: { kind: "none" },
					then: "next",
				};
	}
	if (isMet(layout.view.lines, until, layout)) return { kind: "end" };
	const what = `${quoted(until.text)} ${until.isGone ? "is still there" : "has not appeared"}`;
	if (done.length >= mostWaits) return stuck(`I waited, and ${what}`, "stuck");
	const expect = until.isGone ? ({ kind: "text_gone", text: until.text } as const) : ({ kind: "text_appears", text: until.text } as const);
	return {
		kind: "act",
		action: { name: "wait", seconds: 5 },
		thought: `I wait: ${what}.`,
		expect,
		then: "again",
		key: `wait ${done.length}`,
	};
}

export function scrollMove({ to }: Of<"scroll">, scene: Scene): Move {
	const { layout, part } = scene;
	if (part > 0) return { kind: "end" };
	if (typeof to === "string")
		return {
			kind: "act",
			action: { name: "scroll", to: { kind: "direction", direction: to } },
			thought: `I scroll ${to === "top" || to === "bottom" ? `to the ${to}` : to}.`,
			expect: { kind: "any_change" },
			then: "next",
		};
	const found = locate(to, scene, () => true);
	const element = found.kind === "one" ? found.element : found.kind === "tied" ? found.elements[0] : undefined;
	if (element !== undefined)
		return {
			kind: "act",
			action: { name: "scroll", to: { kind: "element", id: element.id } },
			thought: `I scroll to ${calledOf(layout, element)}.`,
			expect: { kind: "any_change" },
			target: element,
			then: "next",
		};
	const wanted = layout.phrase(to.name || to.text);
	const line =
		layout.view.lines.find(
			({ kind, text }) =>
				kind === "heading" && layout.phrase(text).words.join(" ").includes(wanted.words.join(" ")) && wanted.words.length > 0,
		) ?? layout.view.lines.find(({ text }) => layout.phrase(text).folded === wanted.folded);
	const first = layout.nodes.find((node) => line !== undefined && node.line >= line.index && node.element !== undefined)?.element;
	if (first !== undefined && line !== undefined && !scene.done.includes("find"))
		return {
			kind: "act",
			action: { name: "find", what: line.text.slice(0, 80) },
			thought: `I look for ${quoted(line.text)}.`,
			expect: { kind: "none" },
			then: "again",
			key: "find",
		};
	if (first !== undefined)
		return {
			kind: "act",
			action: { name: "scroll", to: { kind: "element", id: first.id } },
			thought: `I scroll to ${quoted(to.text)}.`,
			expect: { kind: "any_change" },
			target: first,
			then: "next",
		};
	return { kind: "missing", target: to, near: [] };
}

const ways = {
	next: /^(?:next|next page|older|more results|weiter|nächste seite|»|›|→|>|next [»›→>])$/i,
	previous: /^(?:prev(?:ious)?|prev(?:ious)? page|newer|back|zurück|«|‹|←|<|[«‹←<] prev(?:ious)?)$/i,
	first: /^(?:first|first page|«|«« ?|\|<|⏮)$/i,
	last: /^(?:last|last page|»|»» ?|>\||⏭)$/i,
} as const;
const mostPages = 20;

/** Turns the pages of a list: by the control of that number or way, else one by one towards a number. */
export function turnMove({ to }: Of<"turn">, scene: Scene): Move {
	const { layout, part } = scene;
	if (part > 0) return { kind: "end" };
	const controls = [...layout.view.elements.values()].filter((element) => isClickable(element) && !takesValue(element));
	const bare = (name: string) =>
		name
			.trim()
			.replace(/^(?:go to )?page: /i, "")
			.replace(/(?<=\p{L})\s*[›»>→]+$|^[‹«<←]+\s*(?=\p{L})/gu, "");
	const called = (way: RegExp) => distinct(controls.filter((element) => namesOf(layout, element).some((name) => way.test(bare(name)))));
	const press = (all: readonly ElementView[], rest: Parameters<typeof clickOn>[2] = {}): Move | undefined => {
		const paging = all.filter(({ line }) => isInRegion(layout.view, line, "nav") || all.length === 1);
		const [one, ...others] = all.length === 1 ? all : paging;
		return one === undefined
			? undefined
			: others.length > 0
				? { kind: "tied", target: plain(`page ${to}`), elements: [one, ...others] }
				: clickOn(one, scene, rest);
	};
	if (typeof to !== "number") {
		const pressed = press(called(ways[to]));
		if (pressed !== undefined) return pressed;
		const numbers = to === "first" || to === "last" ? pageNumbers(controls) : [];
		const end = to === "first" ? numbers.find(({ name }) => name === "1") : numbers.at(-1);
		return end === undefined ? { kind: "missing", target: plain(`${to} page`), near: [] } : clickOn(end, scene);
	}
	const now = currentPage(layout);
	if (now === to) return { kind: "end" };
	const count = Number(layout.view.lines.flatMap(({ text }) => /\bpage \d{1,5} (?:of|\/) (\d{1,5})/i.exec(text)?.[1] ?? [])[0] ?? to);
	if (to > count) return stuck(`There are only ${count} pages`, "impossible");
	const pressed = press(called(new RegExp(`^(?:(?:go to )?page )?${to}$`, "i")));
	if (pressed !== undefined) return pressed;
	if (now === undefined || scene.done.length >= mostPages) return { kind: "missing", target: plain(`page ${to}`), near: [] };
	return (
		press(called(now < to ? ways.next : ways.previous), { then: "again", key: `page ${scene.done.length}` }) ?? {
			kind: "missing",
			target: plain(`page ${to}`),
			near: [],
		}
	);
}

const pageNumbers = (controls: readonly ElementView[]): readonly ElementView[] =>
	controls
		.filter(({ name, type }) => /^\d{1,5}$/.test(name) && (type === "a" || type === "button"))
		.sort((left, right) => Number(left.name) - Number(right.name));

/** Links above and below a list lead to the same page. */
function distinct(elements: readonly ElementView[]): readonly ElementView[] {
	const enabled = elements.filter((element) => !isDisabled(element));
	const all = enabled.length > 0 ? enabled : elements;
	return all.filter(
		({ href, name }, at) =>
			at ===
			all.findIndex(
				(other) => (href !== undefined && other.href === href) || (href === undefined && other.name === name && other === all[at]),
			),
	);
}

function currentPage({ view }: Scene["layout"]): number | undefined {
	const told = view.lines.flatMap(({ text }) => /\bpage (\d{1,5}) (?:of|\/) \d/i.exec(text)?.[1] ?? [])[0];
	const current = [...view.elements.values()]
		.find(({ name, states }) => /^(?:page )?\d{1,5}$/i.test(name) && states.has("current"))
		?.name.match(/\d+/)?.[0];
	const number = told ?? current;
	return number === undefined ? undefined : Number(number);
}

/** Types into the search box and presses Enter; where that showed nothing, the button of the search is pressed once. */
export function searchMove({ text, field }: Of<"search">, scene: Scene): Move {
	const { layout, part, failures } = scene;
	if (part > 0) return { kind: "end" };
	const box = searchBox(field, scene);
	if (box.kind !== "one") return box;
	const { element } = box;
	if (failures > 0) {
		const button = submitOf(element, scene);
		if (button.kind === "one")
			return clickOn(button.element, scene, {
				expect: { kind: "any_change" },
				thought: `I search with ${calledOf(layout, button.element)}.`,
			});
	}
	return {
		kind: "act",
		action: { name: "setValue", id: element.id, text, submit: true },
		thought: `I search for ${quoted(text)}.`,
		expect: { kind: "any_change" },
		target: element,
		then: "next",
		field: referentTo(layout, element),
	};
}

function searchBox(field: Of<"search">["field"], scene: Scene): { readonly kind: "one"; readonly element: ElementView } | Move {
	const { layout } = scene;
	if (field !== undefined && field.name !== "" && !/^search$/i.test(field.name)) {
		const found = locate(field, scene, (element) => isTextField(element));
		if (found.kind === "one") return found;
		const inside = locate(plain("search", { role: "field", places: [{ relation: "section", anchor: field }] }), scene, isSearchField);
		return inside.kind === "one" ? inside : unresolved(field, found);
	}
	const all = [...layout.view.elements.values()].filter((element) => isTextField(element) && !isDisabled(element) && scene.isFree(element));
	const searching = all.filter(isSearchField);
	const typed = searching.filter(({ type }) => type === "search");
	const [only, ...others] = typed.length === 1 ? typed : searching;
	if (only !== undefined && others.length === 0) return { kind: "one", element: only };
	if (only !== undefined) {
		const chosen = oneOf(searching, scene);
		return chosen === undefined ? { kind: "tied", target: plain("search box"), elements: searching } : { kind: "one", element: chosen };
	}
	// A single field beside a button called "Search" is one.
	const beside = all.filter((element) => {
		const button = submitOf(element, scene);
		if (!namesOf(layout, element).every((name) => /search|keyword|query|find|such/i.test(name))) return false;
		return button.kind === "one" && namesOf(layout, button.element).some((name) => /^(?:search|find|go|suchen)$/i.test(name.trim()));
	});
	const [one] = beside;
	if (beside.length === 1 && one !== undefined) return { kind: "one", element: one };
	return { kind: "missing", target: plain("search", { role: "field" }), near: [] };
}
