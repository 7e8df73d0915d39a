import { setTimeout as pause } from "node:timers/promises";
import type { RoutineRow } from "@webhand/contracts/routine/run";
import { getPages } from "../../miniwob/stage/pages.ts";
import { tell } from "../../miniwob/stage/panel.ts";
import { servePages } from "../../miniwob/stage/site.ts";
import { bundleInside } from "../../page/bundle.ts";
import type { Row } from "../../report.ts";
import { playRows, reasonOf } from "../by-hand/play.ts";
import type { Recorded } from "../by-hand/record.ts";
import { recordByHand } from "../by-hand/record.ts";
import type { HandStage } from "../by-hand/stage.ts";
import { openHandStage } from "../by-hand/stage.ts";
import { beginByThemselves, rewardAt, seedPages, sentenceIn } from "./miniwob-tab.ts";
import { serveOurPages } from "./our-pages.ts";
import { formTasks } from "./pages/forms.ts";
import { widgetTasks } from "./pages/widgets.ts";
import { measurePress } from "./press-cost.ts";
import { solveByHand } from "./solver-hands.ts";

type Ended = { readonly isSolved: boolean; readonly row: RoutineRow | undefined };

/** A development task of MiniWoB++; `isOther`: its inputs carry what another seed asks for. */
type Problem = { readonly task: string; readonly isOther?: true };

const problems: readonly Problem[] = [
	{ task: "enter-text", isOther: true },
	{ task: "enter-password", isOther: true },
	{ task: "choose-list" },
	{ task: "choose-date-easy" },
	{ task: "click-checkboxes" },
	{ task: "click-collapsible-2" },
	{ task: "click-menu-2" },
	{ task: "email-inbox-delete" },
	{ task: "click-tab" },
	{ task: "form-sequence-2" },
];
const seed = 3;
const judgeMs = 300;

/** Records tasks by hand with real input and replays each in a fresh tab. @returns how many the page's own judge calls solved */
export async function measureRecorded(print: (line: string) => void): Promise<readonly Row[]> {
	const ours = await serveOurPages();
	const theirs = await getPages().then(servePages);
	const stage = await openHandStage([ours.url, ours.url.replace("127.0.0.1", "localhost"), theirs.url("")]);
	const outcomes: boolean[] = [];
	const play = async (name: string, work: () => Promise<Ended>) => {
		const { isSolved, why } = await work()
			.then(async ({ isSolved, row }) => ({ isSolved, why: row === undefined ? "no row" : `${row.state} ${await reasonOf(stage, row)}` }))
			.catch(async (cause: unknown) => {
				await tell(stage.panel, { type: "record_drop" });
				return { isSolved: false, why: String(cause) };
			});
		print(`recorded: ${isSolved ? "solved" : "missed"}  ${name}  (${why.trim()})`);
		outcomes.push(isSolved);
		await closeOthers(stage);
	};
	try {
		for (const task of [...formTasks, ...widgetTasks])
			await play(task.name, async () => {
				ours.show(task);
				const routine = await recordByHand(stage, `${ours.url}/`, task.hands);
				const before = ours.said();
				await closeOthers(stage);
				const [row] = await playRows(stage, routine, [task.values]);
				await pause(judgeMs);
				const said = ours.said();
				if (said !== task.solved) print(`  said “${said}”, by hand “${before}”; asks for ${asksOf(routine)}`);
				return { isSolved: said === task.solved, row };
			});
		await beginByThemselves(stage.tab);
		const script = await bundleInside("ours");
		for (const problem of problems) await play(problem.task, () => playProblem({ stage, script, url: theirs.url(problem.task) }, problem));
		const cost = await measurePress(stage, { url: ours.url, show: (html) => ours.show({ pages: { "/": html } }) }, print);
		const solved = outcomes.filter(Boolean).length;
		return [
			cost,
			{ name: `solved of ${outcomes.length}`, ours: solved, peer: null, ratio: null, goal: 18, gate: 18, better: "higher", unit: "tasks" },
		];
	} finally {
		await stage.close();
		await theirs.close();
		await ours.close();
	}
}

const asksOf = ({ inputs }: Recorded) => inputs.map(({ label, type }) => `${label} (${type})`).join(", ");

async function playProblem(
	{ stage, script, url }: { readonly stage: HandStage; readonly script: string; readonly url: string },
	{ task, isOther }: Problem,
) {
	const { tab } = stage;
	await seedPages(tab, url, seed);
	const routine = await recordByHand(stage, url, async () => {
		await solveByHand(tab, { task, sentence: await sentenceIn(tab), script });
	});
	const byHand = await rewardAt(tab, url);
	if (byHand <= 0) throw new Error("the hands did not solve it");
	if (isOther) await seedPages(tab, url, seed + 1);
	await tab.goto(url);
	const [, quoted = ""] = /"([^"]*)"/.exec(await sentenceIn(tab)) ?? [];
	const wanted = routine.inputs.filter(({ preset }) => preset === undefined);
	const values = Object.fromEntries(wanted.map(({ label, example = "" }) => [label, isOther ? quoted : example]));
	await tab.goto("about:blank");
	const [row] = await playRows(stage, routine, [values]);
	await pause(judgeMs);
	return { isSolved: (await rewardAt(tab, url)) > 0, row };
}

/** Closes the tabs that the last run left, so that no judge looks at them again. */
async function closeOthers({ tab, panel }: HandStage): Promise<void> {
	for (const page of tab.context().pages()) if (page !== tab && page !== panel.page) await page.close();
}
