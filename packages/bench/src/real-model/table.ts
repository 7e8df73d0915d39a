import type { Row } from "../report.ts";
import type { Played } from "./play.ts";

const simpleOrders = 17;
const goals = { right: { first: 13, alone: 5 }, notOver: 2 } as const;

/** One played order for the terminal. */
export function lineOf(played: Played): string {
	const { order, counted, steps, lateMs } = played;
	const marks = [
		played.right ? "right" : "wrong",
		played.falselyDone ? "FALSE DONE" : "",
		played.unasked.length > 0 ? `UNASKED ${played.unasked.join(", ")}` : "",
	].filter((mark) => mark !== "");
	const figures = [
		`${(played.ms / 1_000).toFixed(1)} s`,
		`${steps} steps`,
		...(counted.calls === 0 ? [] : [`${counted.calls} calls`, `${counted.again} again`, `first ${played.firstPrompt ?? "?"} tokens`]),
		...(lateMs < 1_000 ? [] : [`model asked ${(lateMs / 1_000).toFixed(0)} s after the end`]),
	];
	const said = played.said === "" ? "" : ` · ${played.said.replaceAll(/\s+/g, " ").slice(0, 120)}`;
	return `${order.name.padEnd(18)} ${order.kind.padEnd(10)} ${marks.join(" ").padEnd(6)} ${played.ending.padEnd(9)} ${figures.join(", ")} · ${played.actions.join(" ").slice(0, 160)}${said}`;
}

/** The same orders with a model and with the rules alone. `isRulesFirst`: the rules stood before the model. */
export type Games = { readonly model: readonly Played[]; readonly rules: readonly Played[]; readonly isRulesFirst: boolean };

/** The rows of the table: each order as right (1) or wrong (0), then the totals. */
export function rowsOf({ model, rules, isRulesFirst }: Games): readonly Row[] {
	const isSimple = model.length === simpleOrders && model.every(({ order }) => order.isSimple === true);
	const total = (name: string, of: (games: readonly Played[]) => number, more: Partial<Row> = {}): Row => ({
		name,
		ours: of(model),
		peer: of(rules),
		ratio: null,
		goal: null,
		better: "lower",
		unit: "orders",
		...more,
	});
	const alone = (name: string, ours: number, unit: string): Row => ({
		name,
		ours,
		peer: null,
		ratio: null,
		goal: null,
		better: "lower",
		unit,
	});
	const goal = (value: number) => (isSimple ? { goal: value } : {});
	const count = (is: (played: Played) => boolean) => (games: readonly Played[]) => games.filter(is).length;
	const sum = (of: (played: Played) => number) => model.reduce((all, played) => all + of(played), 0);
	const [steps, calls] = [sum((played) => played.steps), sum(({ counted }) => counted.calls)];
	const each = (value: number, by: number) => (by === 0 ? 0 : value / by);
	return [
		...model.map(({ order, right }, index) => ({
			...total(order.name, () => Number(right), { better: "higher", unit: "right" }),
			peer: Number(rules[index]?.right ?? false),
		})),
		total(
			"right",
			count(({ right }) => right),
			{
				better: "higher",
				...goal(isRulesFirst ? goals.right.first : goals.right.alone),
			},
		),
		total(
			"falsely said done",
			count(({ falselyDone }) => falselyDone),
			{ goal: 0 },
		),
		total(
			"with changes nobody asked for",
			count(({ unasked }) => unasked.length > 0),
			{ goal: 0 },
		),
		total(
			"not over in 170 s",
			count(({ over }) => !over),
			goal(goals.notOver),
		),
		alone(
			"answers that could not be used, of 100 calls",
			100 *
				each(
					sum(({ counted }) => counted.again),
					calls,
				),
			"%",
		),
		alone("seconds a step", each(sum(({ ms }) => ms) / 1_000, steps), "s"),
		alone(
			"prompt tokens a step",
			each(
				sum(({ counted }) => counted.prompt),
				steps,
			),
			"tokens",
		),
		alone(
			"completion tokens a step",
			each(
				sum(({ counted }) => counted.completion),
				steps,
			),
			"tokens",
		),
		alone("prompt tokens of a first step", median(model.flatMap(({ firstPrompt }) => firstPrompt ?? [])), "tokens"),
		alone("longest work of a model after the end", Math.max(0, ...model.map(({ lateMs }) => lateMs)) / 1_000, "s"),
	];
}

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
