import { inLanguages } from "@webhand/contracts/language";
import * as german from "./words.de.ts";

/** What a person sees of the worker outside panel and console: notifications, the tooltip of the icon, the menu and the badge of a page. */
export const workerText = inLanguages(german.workerText, {
	notices: {
		completed: "The task is done",
		failed: "The task failed",
		runTaken: "A routine has begun",
		runTakenWhere: (name: string) => `${name}, in a window of its own, tab group “Webhand”`,
		runEnded: "The routine has ended",
		runCount: (name: string, done: number, rows: number) => `${name}: ${done} of ${rows} done`,
		waiting: "Waiting for you",
		andMore: (first: string, more: number) => `${first}, and ${more} more`,
	},
	icon: {
		idle: "Open Webhand",
		completed: "Webhand: the task is done",
		failed: "Webhand: the task failed",
		asking: "Webhand needs you",
		working: "Webhand is working",
	},
	menu: "Run a routine on this page",
	overlay: {
		working: { status: "Webhand is working", button: "Stop" },
		waiting: { status: "Webhand needs you", button: "Open panel" },
	},
});
