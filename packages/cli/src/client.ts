import { listRoutines, runRoutine } from "./routine/run-routine.ts";
import { serverOf } from "./sign-in.ts";
import { runTask } from "./task/run-task.ts";
import type { CreateClient } from "./types.ts";

// biome-ignore lint/performance/noBarrelFile: the one entry that this package publishes; its types stand in published.ts
export { WebhandError } from "./errors.ts";

/** A client of the server at `url`. */
export const createClient: CreateClient = (options) => {
	const server = serverOf(options.url, options);
	return {
		url: server.baseUrl,
		runTask: (task) => runTask(server, task),
		doTask: async (task) => {
			for await (const event of runTask(server, task)) if (event.type === "end") return event.result;
			throw new Error("The task has no end");
		},
		listRoutines: () => listRoutines(server),
		runRoutine: (run) => runRoutine(server, run),
	};
};
