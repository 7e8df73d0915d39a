import type { ReadTable } from "@webhand/contracts/routine/run";
import type { ReadStep } from "@webhand/contracts/routine/step";
import { hashSeed, mixText } from "@webhand/page/parse/line-hashes";
import { sentenceOf } from "../make/sentences.ts";
import type { ReadRow } from "../table/read.ts";
import { newRows, nextPageOf, readTable } from "../table/read.ts";
import { following } from "./cursor.ts";
import type { Outcome, Playing } from "./outcome.ts";
import { failed, lookedInVain, moved } from "./outcome.ts";
import type { ReplayState } from "./state.ts";

type Reading = Extract<ReadStep, { do: "read" }>;
type Progress = NonNullable<ReplayState["reading"]>;

/** Looks at a page at rest after which an empty list is empty, and a list that stays the same has come to its end. */
const enoughLooks = 3;
const defaultMost = 1_000;
/** Of a list that never ends, whatever it shows. */
const mostPages = 1_000;

/** Plays a reading: the rows of this page, then its next page, until nothing new comes. @throws never */
export function playRead(playing: Playing, step: Reading): Outcome {
	const { state, seen } = playing;
	const progress = state.reading ?? { pages: 0, rows: 0, onPage: 0, hash: hashOf([]) };
	const list = readTable(seen.view, step, progress.pages + 1);
	const looked = lookedInVain(state, seen.view);
	const wait = (reason: string): Outcome => ({ kind: "wait", step: step.id, for: reason, state: looked.state });
	if (list.kind === "none" || list.missing.length > 0) {
		const lacking =
			list.kind === "none"
				? "The list is not on the page"
				: `The list has no column ${list.missing.map((label) => `“${label}”`).join(", ")}`;
		return looked.isOver ? failed(withoutReading(looked.state), step.id, lacking) : wait(lacking);
	}
	const isSame = list.rows.length === progress.onPage && hashOf(list.rows) === progress.hash;
	if (isSame && isUnpressed(playing, progress)) return goOn(playing, step, { now: progress });
	const isWorthALook = !looked.isOver && looked.state.calm <= enoughLooks;
	if (isSame && isWorthALook) return wait(progress.pages === 0 ? "the rows of the list" : "the next rows of the list");
	if (isSame && progress.pages > 0) return withoutMore(playing, step);
	const rows = rowsOf(list.rows, step, progress);
	const { most } = step.paging ?? { most: defaultMost };
	const kept = rows.slice(0, Math.max(0, most - progress.rows));
	const part = partOf(step, kept, list.isCut || kept.length < rows.length);
	const now: Progress = { pages: progress.pages + 1, rows: progress.rows + kept.length, onPage: list.rows.length, hash: hashOf(list.rows) };
	const isFull = now.rows >= most || now.pages >= mostPages;
	if (!isFull) return goOn(playing, step, { now, part });
	return ended(playing, { ...part, isCut: part.isCut || nextPageOf(seen.view, step) !== undefined });
}

/** Rows that this page adds: below those of a list that grows, or all of another page. */
function rowsOf(rows: readonly ReadRow[], step: Reading, { pages, onPage, hash }: Progress): readonly ReadRow[] {
	const isGrown = onPage > 0 && rows.length > onPage && hashOf(rows.slice(0, onPage)) === hash;
	const added = isGrown ? rows.slice(onPage) : rows;
	return step.key === undefined && pages === 0 ? added : newRows(added, step, new Set());
}

/** The browser did not press the control of the next page. */
const isUnpressed = ({ seen: { report } }: Playing, { pages }: Progress): boolean =>
	pages > 0 && report.kind === "failed" && report.isUndone === true;

/** The end of a list that stayed as it is. A control that still offers more may have failed to bring it; so may a page still at work. */
function withoutMore(playing: Playing, step: Reading): Outcome {
	const next = nextPageOf(playing.seen.view, step);
	const isWhole = !playing.seen.view.pending && (next === undefined || next === "scroll");
	return isWhole ? ended(playing) : ended(playing, partOf(step, [], true));
}

const partOf = ({ id, columns }: Reading, rows: readonly ReadRow[], isCut: boolean): ReadTable => ({
	step: id,
	columns: columns.map(({ name, label, type }) => ({ name, label, type })),
	rows: [...rows],
	isCut,
});

type Read = { readonly now: Progress; readonly part?: ReadTable };

/** The next page of the list, if it has one. A page that is still at work may show more rows without one. */
function goOn(playing: Playing, step: Reading, { now, part }: Read): Outcome {
	const { here, state, seen } = playing;
	const next = nextPageOf(seen.view, step);
	const reads = part === undefined ? {} : { reads: [part] };
	const reading: ReplayState = { ...state, looks: 0, calm: 0, reading: now };
	if (next === undefined && seen.view.pending)
		return { kind: "wait", step: step.id, for: "the next rows of the list", ...reads, state: reading };
	if (next === undefined) return ended(playing, part);
	return {
		kind: "act",
		step: step.id,
		action: next === "scroll" ? { name: "scroll", to: { kind: "direction", direction: "bottom" } } : { name: "click", id: next.press },
		thought: sentenceOf(step, here.inputs),
		class: step.class,
		...reads,
		state: reading,
	};
}

const withoutReading = ({ reading: _, ...state }: ReplayState): ReplayState => state;

function ended({ played, state }: Playing, part?: ReadTable): Outcome {
	const outcome = moved(withoutReading(state), following(played, state.at));
	return part === undefined ? outcome : { ...outcome, reads: [part] };
}

const hashOf = (rows: readonly ReadRow[]): number =>
	rows.reduce((hash, { cells }) => mixText(hash, `${cells.join("\t")}\n`), hashSeed) >>> 0;
