import { applications } from "./applications/all.ts";
import { listName } from "./applications/application.ts";

/**
 * Who carries the orders out. `rules` and `scripted` are Webhand, `model` is Webhand with the model of the environment. A careless model
 * says that it is done after its last move, whatever the page says; it gets the impossible orders alone.
 */
export const deciders = [
	"rules",
	"scripted",
	"browser-use",
	"page-agent",
	"scripted, careless",
	"browser-use, careless",
	"page-agent, careless",
	"model",
] as const;
export type Decider = (typeof deciders)[number];

/** What runs. `order`: only orders with these names. */
export type AppsPlan = {
	readonly apps: readonly string[];
	readonly deciders: readonly Decider[];
	readonly orders: readonly string[] | null;
	/** A file that gets what the scripted model is asked and answers, one JSON object a line. */
	readonly transcript: string | null;
	/** A file that keeps what was played: a long run goes on where it ended, and the table is of all in the file. */
	readonly results: string | null;
};

/** Command-line options of this benchmark. */
export const appsOptions = {
	app: { type: "string", multiple: true },
	by: { type: "string", multiple: true },
	order: { type: "string", multiple: true },
	transcript: { type: "string" },
	results: { type: "string" },
} as const;

type Values = {
	readonly app?: readonly string[];
	readonly by?: readonly string[];
	readonly order?: readonly string[];
	readonly transcript?: string;
	readonly results?: string;
};

/**
 * Reads the options: by default all applications, orders and deciders.
 *
 * @throws Error that names the wrong option
 */
export function appsPlan({ app, by, order, transcript, results }: Values): AppsPlan {
	const names = applications.map(({ name }) => name);
	const strange = app?.find((one) => !names.includes(one));
	if (strange !== undefined) throw new Error(`--app knows ${names.join(", ")}, not “${strange}”`);
	const known: readonly string[] = deciders;
	const stranger = by?.find((one) => !known.includes(one));
	if (stranger !== undefined) throw new Error(`--by knows ${deciders.map((name) => `“${name}”`).join(", ")}, not “${stranger}”`);
	const orders = applications.flatMap((one) => one.orders.map(({ name }) => name));
	const unknown = order?.find((one) => one !== listName && !orders.includes(one));
	if (unknown !== undefined) throw new Error(`--order knows no “${unknown}”`);
	return {
		apps: names.filter((name) => app?.includes(name) ?? true),
		deciders: deciders.filter((name) => by?.includes(name) ?? true),
		orders: order ?? null,
		transcript: transcript ?? null,
		results: results ?? null,
	};
}
