import type { ElementView } from "@webhand/page/parse/view";
import { boxOf } from "../../page/roles.ts";
import type { Memory } from "../../run/memory/memory.ts";
import { numberIn } from "../../words/math.ts";
import type { Move, Scene } from "../move.ts";
import { calledOf, quoted, referentTo } from "../move.ts";

type Slide = NonNullable<Memory["slide"]>;

const firstPixels = 15;
const farPixels = 400;

/**
 * Sets a slider. Native ones take the value at once. Drawn ones go by keys, page steps while these bring the value nearer, or are
 * dragged where keys have no effect: how far the value went for how many pixels says how far to drag next.
 */
export function setSlider(element: ElementView, text: string, scene: Scene): Move {
	const wanted = numberIn(text);
	const { finder } = scene;
	if (wanted === undefined) return { kind: "stuck", reason: `${quoted(text)} is no number for ${calledOf(finder, element)}` };
	const shown = shownNumber(element, scene);
	if (shown === wanted) return { kind: "pass", learned: { slide: undefined } };
	if (element.type === "range" && !scene.isTried(element)) return setAtOnce(element, wanted, scene);
	const called = calledOf(finder, element);
	if (shown === undefined) return { kind: "stuck", reason: `I do not see the value of ${called}` };
	const slide = nextSlide({ shown, wanted, canDrag: boxOf(element) !== undefined }, scene.memory.slide);
	if (slide === undefined) return { kind: "stuck", reason: `${called} stands at ${shown} and does not move` };
	const way = { shown, wanted, slide };
	return {
		kind: "act",
		action:
			slide.how === "key"
				? { name: "press", id: element.id, keys: keyFor(way) }
				: { name: "drag", id: element.id, to: { kind: "offset", ...offsetOf(slide) } },
		thought: `${called} stands at ${shown}; I move it towards ${wanted}.`,
		expect: { kind: "any_change" },
		then: "again",
		learned: { field: referentTo(finder, element), slide },
	};
}

function setAtOnce(element: ElementView, wanted: number, scene: Scene): Move {
	return {
		kind: "act",
		action: { name: "setValue", id: element.id, text: String(wanted), submit: false },
		thought: `I set ${calledOf(scene.finder, element)} to ${wanted}.`,
		expect: { kind: "value_is", id: element.id, value: String(wanted) },
		target: element,
		then: "next",
		learned: { field: referentTo(scene.finder, element) },
	};
}

type Stand = { readonly shown: number; readonly wanted: number; readonly canDrag: boolean };

/** What to do next, from where the value stood before the last move; undefined when every way was tried without effect. */
function nextSlide({ shown, wanted, canDrag }: Stand, last: Slide | undefined): Slide | undefined {
	const away = wanted - shown;
	if (last === undefined) return { how: "key", shown, pixels: 0, jump: 0 };
	const went = shown - last.shown;
	if (last.how === "key") {
		if (went !== 0) return { ...last, shown, jump: Math.max(last.jump, Math.abs(went)) };
		return canDrag ? { how: "x", shown, pixels: Math.sign(away) * firstPixels, jump: 0 } : undefined;
	}
	if (went === 0)
		return last.how === "x" && last.jump === 0 ? { how: "y", shown, pixels: -Math.sign(away) * firstPixels, jump: 0 } : nudge(last, shown);
	const pixels = Math.round((away * last.pixels) / went);
	return { how: last.how, shown, pixels: clamp(pixels === 0 ? Math.sign(away * last.pixels * went) : pixels), jump: 1 };
}

// A drag too short to move the value by one: a little further.
function nudge(last: Slide, shown: number): Slide | undefined {
	return Math.abs(last.pixels) > farPixels / 4 || last.jump === 0
		? undefined
		: { ...last, shown, pixels: last.pixels + Math.sign(last.pixels) * 2 };
}

const clamp = (pixels: number): number => Math.max(-farPixels, Math.min(farPixels, pixels));
const offsetOf = ({ how, pixels }: Slide): { readonly dx: number; readonly dy: number } =>
	how === "x" ? { dx: pixels, dy: 0 } : { dx: 0, dy: pixels };

/** Page keys are worth it while a page step brings the value nearer; how far it goes is known after the first one. */
function keyFor({ shown, wanted, slide }: { readonly shown: number; readonly wanted: number; readonly slide: Slide }): string {
	const away = Math.abs(wanted - shown);
	const isFar = slide.jump > 1 ? away > slide.jump / 2 : slide.jump === 0 && away > 4;
	if (isFar) return wanted > shown ? "PageUp" : "PageDown";
	return wanted > shown ? "ArrowRight" : "ArrowLeft";
}

/** The slider's own value, else the only number that stands near it. */
function shownNumber(element: ElementView, scene: Scene): number | undefined {
	const own = element.attributes.get("value");
	if (own !== undefined && own !== "") return numberIn(own);
	const { layout } = scene.finder;
	const line = layout.spotOf.get(element.id)?.line ?? 0;
	for (const away of [0, 1, -1, 2, -2, 3, -3]) {
		const found = (layout.spotsOfLine[line + away] ?? []).filter(
			(spot) => spot.element === undefined && /^\D{0,12}-?\d+(?:\.\d+)?\D{0,4}$/.test(spot.text),
		);
		const first = found[0];
		if (first !== undefined) return numberIn(first.text);
	}
	return undefined;
}
