import type { Row } from "../../report.ts";

/** The end of one episode. `isDone`: the agent said so. `why`: what it said, or did, where that is known. */
export type Ended = { readonly isSolved: boolean; readonly isDone: boolean; readonly why?: string };

type Pair = { readonly quiet: Ended; readonly noisy: Ended };

/** The episodes of a task, each without and with noise, by Webhand and by the bare loop. */
export type NoisyTask = { readonly task: string; readonly episodes: readonly { readonly ours: Pair; readonly bare: Pair }[] };

const leastKept = 90;
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);
const solved = (ends: readonly Ended[]): number => ends.filter(({ isSolved }) => isSolved).length;
const falselyDone = (ends: readonly Ended[]): number => ends.filter(({ isSolved, isDone }) => isDone && !isSolved).length;

/** One finished task: how many episodes each side solved, without noise → with it. */
export function lineOfNoise({ task, episodes }: NoisyTask): string {
	const side = (name: "ours" | "bare") => {
		const [quiet, noisy] = endsOf(episodes, name);
		return `${solved(quiet)} → ${solved(noisy)}${falselyDone(noisy) === 0 ? "" : " falsely done"}`;
	};
	const lost = episodes.find(({ ours }) => ours.quiet.isSolved && !ours.noisy.isSolved)?.ours.noisy.why;
	return `${task.padEnd(30)} of ${episodes.length}: ours ${side("ours")} · bare ${side("bare")}${lost === undefined ? "" : ` · ${lost.slice(0, 200)}`}`;
}

/** The rows of the table: what noise leaves of the success, the peer beside it. Each side is measured against its own quiet success. */
export function rowsOfNoise(noise: number, played: readonly NoisyTask[]): readonly Row[] {
	const episodes = played.flatMap((task) => task.episodes);
	const [quiet, noisy] = endsOf(episodes, "ours");
	const [bareQuiet, bareNoisy] = endsOf(episodes, "bare");
	const count = episodes.length;
	const row = (name: string, ours: number, peer: number, more: Partial<Row> = {}): Row => ({
		name,
		ours,
		peer,
		ratio: null,
		goal: null,
		better: "higher",
		unit: "%",
		...more,
	});
	return [
		row("solved without noise", percent(solved(quiet), count), percent(solved(bareQuiet), count)),
		row(`solved with ${noise} % noise`, percent(solved(noisy), count), percent(solved(bareNoisy), count)),
		row(`kept under ${noise} % noise`, percent(solved(noisy), solved(quiet)), percent(solved(bareNoisy), solved(bareQuiet)), {
			goal: leastKept,
		}),
		row("falsely said done", percent(falselyDone(noisy), count), percent(falselyDone(bareNoisy), count), { goal: 0, better: "lower" }),
	];
}

function endsOf(episodes: NoisyTask["episodes"], side: "ours" | "bare"): readonly [readonly Ended[], readonly Ended[]] {
	return [episodes.map((episode) => episode[side].quiet), episodes.map((episode) => episode[side].noisy)];
}
