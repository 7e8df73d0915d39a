import type { RoutineRow } from "@webhand/contracts/routine/run";
import type { Row } from "../../report.ts";
import { playRows } from "../by-hand/play.ts";
import type { Recorded } from "../by-hand/record.ts";
import { recordByHand } from "../by-hand/record.ts";
import type { HandStage } from "../by-hand/stage.ts";
import { openHandStage } from "../by-hand/stage.ts";
import { playedNames } from "../named.ts";
import { servePages } from "../serve.ts";
import type { BadSave, Fields, Records } from "./faults.ts";
import { badSaves, stored } from "./faults.ts";
import type { Held, SavePage } from "./page.ts";
import { heldOutPages } from "./pages/held.ts";
import { shownPages } from "./pages/shown.ts";
import { isRight } from "./verdict.ts";

const pages: readonly SavePage[] = [...shownPages, ...heldOutPages];

/** One play; `bad` is undefined for a good twin. */
type Cell = { readonly page: SavePage; readonly bad: BadSave | undefined; readonly row: RoutineRow | undefined };

const lanes = 4;
/** A value comes back once the page that followed the save was read. */
const comesBackMs = 600;

/**
 * Plays each page with every kind of bad save and a good twin of each, as rows of one list.
 *
 * @param names of the pages that are played, all where there are none
 * @throws Error for a name that no page has
 */
export async function measureSaves(print: (line: string) => void, names: readonly string[]): Promise<readonly Row[]> {
	const wanted = playedNames(
		names,
		pages.map(({ name }) => name),
	);
	const played = pages.filter(({ name }) => wanted.includes(name));
	const sites = await Promise.all(played.map(servePage));
	try {
		const stage = await openHandStage(sites.map(({ url }) => url));
		try {
			const cells: Cell[] = [];
			const recorded: RecordedSite[] = [];
			for (const site of sites) recorded.push({ site, routine: await recordByHand(stage, site.url + site.page.start, site.page.hands) });
			// Rows wait more than they work, so runs of some pages go side by side, each in its tab.
			const lane = async () => {
				for (let next = recorded.shift(); next !== undefined; next = recorded.shift()) cells.push(...(await playPage(stage, next, print)));
			};
			await Promise.all(Array.from({ length: lanes }, lane));
			return rowsOf(cells);
		} finally {
			await stage.close();
		}
	} finally {
		await Promise.all(sites.map(({ close }) => close()));
	}
}

type RecordedSite = { readonly site: Awaited<ReturnType<typeof servePage>>; readonly routine: Recorded };

/** A page on a port of its own. `plan` says by the text of a save how it goes wrong. */
async function servePage(page: SavePage) {
	let records: Records = page.first;
	const plan = new Map<string, BadSave>();
	const save = (id: string, fields: Fields) => {
		const bad = plan.get(fields[page.fields.text] ?? "");
		// What an earlier save did wrong is set right before the next one.
		const { now, later } = stored(page.first, { id, fields, ...page.fields }, bad);
		records = now;
		if (later === undefined) return;
		const comeBack = () => {
			if (records === now) records = later;
		};
		setTimeout(comeBack, comesBackMs);
	};
	const held: Held = { records: () => records, save, nextId: () => String(records.size + 11) };
	const { url, close } = await servePages((asked) => page.answer(asked, held));
	return { page, url, close, plan };
}

async function playPage(stage: HandStage, { site, routine }: RecordedSite, print: (line: string) => void): Promise<readonly Cell[]> {
	const { page, plan } = site;
	// The good ones first: a record that is there twice would be in the way of its row.
	const kinds: readonly (BadSave | undefined)[] = [...badSaves.map(() => undefined), ...badSaves];
	const given = kinds.map((bad, at) => {
		const text = `Number ${at + 1} of the list`;
		if (bad !== undefined) plan.set(text, bad);
		return page.given({ amount: `${at + 13}.35`, text });
	});
	const rows = await playRows(stage, routine, given);
	const cells = kinds.map((bad, at): Cell => ({ page, bad, row: rows[at] }));
	for (const { bad, row } of cells)
		if (!isRight(bad !== undefined, row?.state)) print(`saves: ${page.name}, ${bad ?? "good"}: ${row?.state}, ${row?.reason ?? ""}`);
	const [missed, held] = [notCaught(cells).length, notDone(cells).length];
	print(`saves: ${page.name}: ${missed} bad not caught, ${held} good not done`);
	return cells;
}

const notCaught = (cells: readonly Cell[]) => cells.filter(({ bad, row }) => bad !== undefined && !isRight(true, row?.state));
const notDone = (cells: readonly Cell[]) => cells.filter(({ bad, row }) => bad === undefined && !isRight(false, row?.state));

function rowsOf(cells: readonly Cell[]): readonly Row[] {
	return [undefined, false, true].flatMap((isHeldOut) => {
		const own = cells.filter(({ page }) => isHeldOut === undefined || page.isHeldOut === isHeldOut);
		if (own.length === 0) return [];
		const [bad, good] = [own.filter((cell) => cell.bad !== undefined), own.filter((cell) => cell.bad === undefined)];
		const name = isHeldOut === undefined ? "saves" : isHeldOut ? "saves, held out" : "saves, shown";
		const row = (said: string, count: number, goal: number): Row => {
			return { name: `${name}: ${said}`, ours: count, peer: null, ratio: null, goal, better: "lower", unit: "" };
		};
		return [
			row(`bad ones not caught of ${bad.length}`, notCaught(own).length, Math.floor(bad.length / 8)),
			row(`good ones not done of ${good.length}`, notDone(own).length, Math.floor((good.length * 7) / 72)),
		];
	});
}
