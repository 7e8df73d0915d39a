import { formatNumber } from "../../../kit/words/format.ts";
import { inLanguage } from "../../../kit/words/language.ts";
import * as german from "./words.de.ts";

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${formatNumber(count)} ${many}`);

/** Sentences of the page that the console opens with. */
export const startText = inLanguage(german.startText, {
	title: "Start",
	hello: (name: string) => `Hello, ${name}`,
	lead: (tenant: string) => `What waits, what was done, and what it took in ${tenant}.`,
	waits: "Waits for you",
	nothingWaits: "Nothing waits for you.",
	items: {
		waiting: (count: number) => `${counted(count, "question, run or change waits", "questions, runs and changes wait")} for your word`,
		invites: (count: number, isMore: boolean) =>
			`${isMore ? `${formatNumber(count)} or more invites are` : counted(count, "invite is", "invites are")} not accepted yet`,
		documents: (count: number) => `${counted(count, "document", "documents")} could not be read`,
		tools: (count: number) => `${counted(count, "MCP tool", "MCP tools")} ${count === 1 ? "waits" : "wait"} to be accepted`,
		servers: (count: number) => `${counted(count, "MCP server", "MCP servers")} cannot be used`,
	},
	last: "Your last tasks",
	allTasks: "All tasks",
	noTasks: "You have no task yet. Open the panel on a page and say what should be done.",
	spend: "All members, last 30 days",
	tasksRun: "Tasks",
	withoutModel: (count: number) => `${formatNumber(count)} without a model`,
	tokens: "Tokens",
	cost: "Cost",
	details: "Usage",
	health: "Health",
	model: "Model",
	modelRules: "Built-in rules only",
	host: "Server host",
	hostStates: { online: "works", degraded: "works in part", offline: "is off" },
	changeModel: "Set up a model",
});
