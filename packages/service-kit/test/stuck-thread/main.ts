import { parentPort } from "node:worker_threads";
import type { FromThread, ToThread } from "../../src/large-bodies/messages.ts";
import { createMetrics } from "../../src/metrics.ts";

// The body of a thread that counts its answers, and whose event loop is blocked by a request for /stuck.

const metrics = createMetrics({ processDefaults: false });
const answers = metrics.counter("answers_total", "Requests answered", []);
const send = (message: FromThread) => parentPort?.postMessage(message);

parentPort?.on("message", async (message: ToThread) => {
	if (message.kind === "close") parentPort?.close();
	if (message.kind === "counts") send({ kind: "counts", id: message.id, counts: await metrics.counts() });
	if (message.kind !== "request") return;
	while (message.request.url === "/stuck");
	answers.inc();
	send({ kind: "answer", id: message.id, answer: { status: 200, headers: {}, body: new Uint8Array() } });
});
