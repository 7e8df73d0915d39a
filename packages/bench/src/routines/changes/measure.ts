import type { Page } from "playwright-core";
import type { Row } from "../../report.ts";
import { playRows, reasonOf } from "../by-hand/play.ts";
import type { Recorded } from "../by-hand/record.ts";
import { recordByHand } from "../by-hand/record.ts";
import type { HandStage } from "../by-hand/stage.ts";
import { openHandStage } from "../by-hand/stage.ts";
import { servePages } from "../serve.ts";
import type { ChangeKind } from "./kinds.ts";
import { changeKinds, lookOf } from "./kinds.ts";
import type { ChangeTask, State } from "./task.ts";
import { cardsTask } from "./tasks/cards.ts";
import { dialogTask } from "./tasks/dialog.ts";
import { formTask } from "./tasks/form.ts";
import { searchTask } from "./tasks/search.ts";
import { tableTask } from "./tasks/table.ts";

const tasks: readonly ChangeTask[] = [formTask, tableTask, cardsTask, dialogTask, searchTask];

/** `on`: the meant change alone was made, without a person. `wrong`: the server holds anything else but its first state. */
type Cell = { readonly task: ChangeTask; readonly kind: ChangeKind; readonly end: "on" | "held" | "wrong"; readonly said: string };

/** Plays each task on each kind of changed page. */
export async function measureChanges(print: (line: string) => void): Promise<readonly Row[]> {
	const sites = await Promise.all(tasks.map(serveTask));
	try {
		const stage = await openHandStage(sites.map(({ url }) => url));
		try {
			const cells: Cell[] = [];
			for (const site of sites) cells.push(...(await playTask(stage, site, print)));
			return rowsOf(cells);
		} finally {
			await stage.close();
		}
	} finally {
		await Promise.all(sites.map(({ close }) => close()));
	}
}

type TaskSite = Awaited<ReturnType<typeof serveTask>>;

/** A task on a port of its own, whose zoom is its own as well. */
async function serveTask(task: ChangeTask) {
	let state: State = task.first;
	let look = lookOf(undefined);
	const { url, close } = await servePages((asked) => {
		const done = task.answer(asked, state, look);
		state = done?.state ?? state;
		return done?.answer;
	});
	const begin = (change: ChangeKind | undefined) => {
		state = task.first;
		look = lookOf(change);
	};
	return { task, url, close, begin, state: () => state };
}

async function playTask(stage: HandStage, site: TaskSite, print: (line: string) => void): Promise<readonly Cell[]> {
	const { task } = site;
	site.begin(undefined);
	const routine = await recordByHand(stage, site.url + task.start, task.hands);
	const cells: Cell[] = [];
	for (const kind of [undefined, ...changeKinds]) {
		const cell = await playCell(stage, { site, routine, kind });
		if (cell.end !== "on") print(`changes: ${task.name}, ${kind ?? "unchanged"}: ${cell.end}, ${cell.said}`);
		if (kind !== undefined) cells.push({ ...cell, task, kind });
	}
	return cells;
}

type Play = { readonly site: TaskSite; readonly routine: Recorded; readonly kind: ChangeKind | undefined };

async function playCell(stage: HandStage, { site, routine, kind }: Play): Promise<Pick<Cell, "end" | "said">> {
	const { task } = site;
	site.begin(kind);
	const context = stage.tab.context();
	const narrow = (page: Page) => void page.setViewportSize({ width: 420, height: 800 });
	if (kind === "narrow") context.on("page", narrow);
	if (kind === "zoom") await zoomTo(stage, task.zoom);
	const [row] = await playRows(stage, routine, [task.given]);
	context.off("page", narrow);
	if (kind === "zoom") await zoomTo(stage, 1);
	for (const page of context.pages()) if (page !== stage.tab && page.url().startsWith(site.url)) await page.close();
	const state = site.state();
	const isDone = row?.state === "done" || row?.state === "done_unchecked";
	const [isMeant, isUntouched] = [isSame(state, task.meant), isSame(state, task.first)];
	const reason = row === undefined ? "" : await reasonOf(stage, row);
	const said = `${row?.state}: ${reason} ${isMeant || isUntouched ? "" : JSON.stringify(state)}`;
	if (isMeant) return { end: isDone ? "on" : "held", said };
	return { end: isUntouched ? "held" : "wrong", said };
}

const isSame = (one: State, other: State): boolean =>
	JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** The browser's own zoom of the site in the person's tab, which counts for all its tabs. */
async function zoomTo({ tab, panel }: HandStage, factor: number): Promise<void> {
	const [worker] = tab.context().serviceWorkers();
	await worker?.evaluate(
		async ({ tabId, to }) => {
			const { tabs } = (globalThis as unknown as { chrome: { tabs: { setZoom: (id: number, to: number) => Promise<void> } } }).chrome;
			await tabs.setZoom(tabId, to);
		},
		{ tabId: panel.tabId, to: factor },
	);
}

function rowsOf(cells: readonly Cell[]): readonly Row[] {
	const row = (name: string, count: number, bound: { readonly goal: number; readonly better: Row["better"] }): Row => {
		return { name, ours: count, peer: null, ratio: null, unit: "", ...bound };
	};
	return [false, true].flatMap((isHeldOut) => {
		const own = cells.filter(({ task }) => task.isHeldOut === isHeldOut);
		const count = (end: Cell["end"]) => own.filter((cell) => cell.end === end).length;
		const name = `changed pages${isHeldOut ? ", held out" : ""}`;
		return [
			row(`${name}: go on of ${own.length}`, count("on"), { goal: Math.ceil(own.length * 0.8), better: "higher" }),
			{ ...row(`${name}: wrong acts`, count("wrong"), { goal: 0, better: "lower" }), gate: 0 },
		];
	});
}
