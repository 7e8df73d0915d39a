// One side in a process of its own, so that its memory is its own: builds the index, then answers questions one after the other.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { quantile } from "../../stats.ts";
import { questionsOf } from "./generated.ts";
import { SideOrder, SideResult } from "./order.ts";

const order = SideOrder.parse(JSON.parse(process.env["SIDE_ORDER"] ?? ""));
const collect = globalThis.gc;
if (collect === undefined) throw new Error("Start this with --expose-gc");

const used = () => {
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return (heapUsed + external) / 2 ** 20;
};

// Loaded before memory is counted, and only the one that runs.
const open = order.side === "ours" ? (await import("./ours.ts")).openOurSide : (await import("./orama.ts")).openOramaSide;
const questions = questionsOf(order, order.questions + order.warmUp);
const before = used();
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const started = performance.now();
const side = await open(order);
const buildMs = performance.now() - started;
delay.disable();
const heap = used() - before;
const times: number[] = [];
let found = 0;
for (const [index, question] of questions.entries()) {
	const at = performance.now();
	const ids = await side.search(question);
	if (index >= order.warmUp) times.push(performance.now() - at);
	found += ids.length;
	if (ids.some((id) => !question.places.some((place) => id.startsWith(`${place}/`)))) throw new Error(`${order.side} left its places`);
}
if (found === 0) throw new Error(`${order.side} found nothing`);
const result: SideResult = {
	heap,
	buildMs,
	estimate: side.bytes / 2 ** 20,
	delayP99: delay.percentile(99) / 1e6,
	p50: quantile(times, 0.5),
	p99: quantile(times, 0.99),
	coldMs: await side.coldMs(),
};
process.stdout.write(JSON.stringify(SideResult.parse(result)));
