import { takesValue } from "@webhand/page/layout/controls";
import { elementsIn, textIn } from "@webhand/page/layout/layout";
import type { Intent, Target } from "../clause.ts";
import { countOf, readValue } from "../page/read.ts";
import { blocksOf } from "../page/rows.ts";
import { quoted } from "../page/text.ts";
import { chooseMove } from "./choose.ts";
import { clickMove, hoverMove, tickMove } from "./click.ts";
import { fillMove } from "./fill.ts";
import { historyMove, pressMove, scrollMove, searchMove, turnMove, visitMove, waitMove } from "./go.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, locate, referentTo, stuck, unresolved } from "./move.ts";
import { namedMove } from "./named.ts";
import { openerOf, openMove } from "./open.ts";
import { setField } from "./set.ts";

const severalParts: ReadonlySet<Intent["kind"]> = new Set(["click", "press", "fill", "choose", "tick", "named", "wait"]);

type Moves = { readonly [Kind in Intent["kind"]]: (intent: Extract<Intent, { readonly kind: Kind }>, scene: Scene) => Move };

const moves: Moves = {
	click: clickMove,
	press: pressMove,
	fill: fillMove,
	clear: ({ field }, scene) => clearMove(field, scene),
	choose: chooseMove,
	tick: tickMove,
	search: searchMove,
	open: ({ target }, scene) => openMove(target, scene),
	find: ({ target }, scene) => findMove(target, scene),
	read: readMove,
	named: namedMove,
	wait: waitMove,
	visit: visitMove,
	history: historyMove,
	turn: turnMove,
	scroll: scrollMove,
	hover: ({ target }, scene) => hoverMove(target, scene),
	server: ({ tool }) => stuck(`${quoted(tool)} is not for a page`, "impossible"),
	unknown: ({ reason }) => stuck(reason.replace(/\.$/, "")),
};

/** What an intent comes to on this page: one action, or why there is none. Pure. */
export function moveOf<Kind extends Intent["kind"]>(intent: Extract<Intent, { readonly kind: Kind }>, scene: Scene): Move {
	return scene.part > 0 && !severalParts.has(intent.kind) ? { kind: "end" } : moves[intent.kind](intent, scene);
}

function clearMove(field: Target, scene: Scene): Move {
	const found = locate(field, scene, takesValue);
	return found.kind === "one" ? setField(found.element, { value: "" }, scene) : unresolved(field, found);
}

/** Opens what is looked for where it opens; else it only says what "it" means from now on. */
function findMove(target: Target, scene: Scene): Move {
	const { layout, referent } = scene;
	const opener = openerOf(target, scene);
	if (opener !== undefined) return clickOn(opener, scene);
	const text = (target.name || target.text).slice(0, 200);
	const [block, ...others] = blocksOf(layout, target, referent);
	if (others.length > 0) return stuck(`Several places on this page fit ${quoted(target.text)}`, "stuck");
	if (block !== undefined) return { kind: "pass", referent: { text, epoch: layout.view.epoch, id: elementsIn(layout, block)[0]?.id } };
	const found = locate(target, scene, () => true);
	if (found.kind === "one") return { kind: "pass", referent: referentTo(layout, found.element) };
	return unresolved(target, found);
}

/** Answers only where one value stands with all the words of the question. */
function readMove({ target, of, isCount }: Extract<Intent, { readonly kind: "read" }>, { layout, referent }: Scene): Move {
	const { values, missing } = isCount ? countOf(layout, target, referent) : readValue(layout, { target, of }, referent);
	const [value, ...others] = values;
	if (value !== undefined && others.length === 0) return { kind: "pass", answer: value.slice(0, 2_000) };
	if (missing !== undefined) return { kind: "missing", target: missing, near: [], place: missing };
	if (others.length > 0)
		return stuck(`${quoted(target.text)} may be ${values.slice(0, 4).map(quoted).join(" or ")}, and I do not guess`, "stuck");
	const block = of === undefined ? undefined : blocksOf(layout, of, referent)[0];
	const where = block === undefined ? "on this page" : `in ${quoted(textIn(layout, block, 60))}`;
	return stuck(`I can’t find a value for ${quoted(target.text)} ${where}`, "not_on_page");
}
