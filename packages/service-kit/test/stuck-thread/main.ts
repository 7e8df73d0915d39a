import { parentPort } from "node:worker_threads";

// The body of a thread whose event loop stands still from the first message on.

parentPort?.on("message", () => {
	for (;;);
});
