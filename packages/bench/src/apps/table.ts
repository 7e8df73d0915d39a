import type { Row } from "../report.ts";
import { deciders } from "./plan.ts";
import type { Played } from "./play/played.ts";
import type { Result } from "./results.ts";

const mostSaid = 200;

/** One played order. */
export function lineOf({ application, order, right, falselyDone, unasked, ending, steps, ms, tokens, said }: Played): string {
	const verdict = right ? "right" : falselyDone ? "FALSE DONE" : "not right";
	const wrong = unasked.length === 0 ? [] : [`wrong effects: ${unasked.join("; ")}`];
	const facts = [verdict, ending, `${steps} steps`, `${(ms / 1_000).toFixed(1)} s`, `${tokens ?? "?"} tokens`, ...wrong].join(", ");
	const words = said === "" ? "" : ` · ${said.slice(0, mostSaid).replaceAll("\n", " ")}`;
	return `${application}, ${order.name} (${order.kind}): ${facts}${words}`;
}

/** It stopped or asked although the order could be done, and nothing that was asked for is there. */
export function isOverHalt({ order, right, ending }: Pick<Played, "order" | "right" | "ending">): boolean {
	return order.kind !== "impossible" && !right && (ending === "asks" || ending === "stopped");
}

const heads = ["application", "by", "right", "false done", "wrong effects", "over-halt", "steps", "seconds", "tokens", "dollars"];

/** The table of applications and deciders, in Markdown. Steps, seconds, tokens and dollars are of an order on average; a dash is not known. */
export function tableOf(results: readonly Result[]): string {
	const games = gamesOf(results);
	const names = [...new Set(games.flatMap(({ all }) => all.map(({ application }) => application)))];
	const lines = [...names, "all"].flatMap((name) =>
		games.flatMap(({ decider, all }) => {
			const own = name === "all" ? all : all.filter(({ application }) => application === name);
			return own.length === 0 ? [] : [[name, decider, ...figuresOf(own)]];
		}),
	);
	return [heads, heads.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** What each decider has played, in their order. */
function gamesOf(results: readonly Result[]) {
	return deciders.flatMap((decider) => {
		const all = results.filter((result) => result.decider === decider).map(({ played }) => played);
		return all.length === 0 ? [] : [{ decider, all }];
	});
}

function figuresOf(all: readonly Played[]): readonly string[] {
	const count = (is: (played: Played) => boolean) => all.filter(is).length;
	const mean = (of: (played: Played) => number) => all.reduce((sum, played) => sum + of(played), 0) / all.length;
	const meanKnown = (of: (played: Played) => number | null, digits: number) =>
		all.every((played) => of(played) !== null) ? mean((played) => of(played) ?? 0).toFixed(digits) : "–";
	return [
		`${count(({ right }) => right)} of ${all.length}`,
		String(count(({ falselyDone }) => falselyDone)),
		String(count(({ unasked }) => unasked.length > 0)),
		String(count(isOverHalt)),
		mean(({ steps }) => steps).toFixed(1),
		(mean(({ ms }) => ms) / 1_000).toFixed(1),
		meanKnown(({ tokens }) => tokens, 0),
		meanKnown(({ dollars }) => dollars, 4),
	];
}

/** The rows of the report: Webhand's deciders, beside the best peer that ran. Only a false done or a wrong effect of the rules fails. */
export function rowsOf(results: readonly Result[]): readonly Row[] {
	return gamesOf(results).flatMap(({ decider, all }) => {
		const row = (name: string, ours: number, more: Partial<Row> = {}): Row => ({
			name: `${decider}: ${name}`,
			ours,
			peer: null,
			ratio: null,
			goal: null,
			better: "lower",
			unit: "orders",
			...more,
		});
		const count = (is: (played: Played) => boolean) => all.filter(is).length;
		return [
			row(
				"right",
				count(({ right }) => right),
				{ better: "higher" },
			),
			row(
				"falsely said done",
				count(({ falselyDone }) => falselyDone),
				{ goal: 0 },
			),
			row(
				"wrong effects",
				count(({ unasked }) => unasked.length > 0),
				{ goal: 0 },
			),
			row("stopped or asked without need", count(isOverHalt)),
		];
	});
}
