import { z } from "zod";
import type { Route } from "../routes.ts";
import { CallHeaders, WorkspaceParams } from "./internal/workspace-call.ts";
import { Target } from "./target.ts";
import type { ToolTier } from "./tiers.ts";

/**
 * How a tool is named to people. `label`: its name in a history, `preview` that of its dry run. `verb`: what a task does next. `past` and
 * `base`: what was done, or only tried, in the audit.
 */
type ToolWords = {
	readonly label: string;
	readonly preview?: string;
	readonly verb?: string;
	readonly past: string;
	readonly base: string;
};

/** The endpoint of a tool. `runnerPath`: where tool-runner has it below a workspace, when that is another path than below `/agent`. */
type Endpoint = Pick<Route, "summary" | "description" | "status" | "errors" | "bodyLimit"> & {
	readonly method: "GET" | "POST";
	readonly path: `/api/v1/agent/${string}`;
	readonly runnerPath?: string;
};

/** What looking at a call before it happens gave. `entries` of a folder that is to be deleted, null for a file. */
export type Seen = {
	readonly diff?: readonly Changed[];
	readonly entries?: number | null;
	/** What the rule of a command lets it do. */
	readonly class?: "inspect" | "build";
	/** The tier of a tool of an MCP server. */
	readonly tier?: ToolTier;
};
type Changed = {
	readonly path: string;
	readonly type: "create" | "modify" | "delete";
	readonly linesAdded: number;
	readonly linesRemoved: number;
};

/** A call as the audit keeps it: never a file's content. */
export type Audited = { readonly target: string; readonly args?: Readonly<Record<string, unknown>> };

type Strict<Shape extends z.ZodRawShape> = z.ZodObject<Shape, z.core.$strict>;

/** What every tool declares. */
type Declared<Name extends string, Tier extends ToolTier, Shape extends z.ZodRawShape, Reply extends z.ZodType> = {
	/** Its name (004, Tool Mapping); a model writes `_` for the dot. */
	readonly name: Name;
	/** What it does to a workspace: `read` reads it, `write` needs one that may be changed, `exec` does what a rule or an operator allows. */
	readonly tier: Tier;
	/** What a model and a connected client read. */
	readonly description: string;
	readonly words: ToolWords;
	/** The arguments of its endpoint, without the workspace. */
	readonly arguments: Strict<Shape>;
	/** Arguments that a model writes in another form than an address. */
	readonly forModels?: z.ZodRawShape;
	/** Its name for connected clients, which have tools that only read. */
	readonly forClients?: string;
	/** What no model says: arguments that are always the same. */
	readonly fixed?: Readonly<Record<string, unknown>>;
	/** Asks by itself, and a yes counts for one call. */
	readonly isAlone?: true;
	readonly reply: Reply;
	/** What it answered, in a few words for a history: never a file's content. */
	summary(reply: z.output<Reply>): string;
	/** The sentence of the question whether it may run; what only reads asks nobody. */
	effect?(args: z.output<Strict<Shape>>, seen: Seen): string;
};

/** Any tool. */
export type Tool = Pick<
	Declared<string, ToolTier, z.ZodRawShape, z.ZodType>,
	"name" | "tier" | "description" | "words" | "forClients" | "fixed" | "isAlone"
> & {
	/** The name that a model calls it by. */
	readonly modelName: string;
	readonly arguments: z.ZodObject;
	readonly forModels: z.ZodObject;
	readonly added?: z.ZodObject;
	summary(reply: unknown): string;
	effect?(args: object, seen: Seen): string;
};

/** Declares a tool. */
export function defineTool<const Name extends string, const Tier extends ToolTier, Shape extends z.ZodRawShape, Reply extends z.ZodType>(
	tool: Declared<Name, Tier, Shape, Reply>,
) {
	const { name, arguments: given, fixed = {}, forModels = {} } = tool;
	const open = Object.fromEntries(Object.entries(given.shape).filter(([argument]) => !Object.hasOwn(fixed, argument)));
	return {
		...tool,
		modelName: name.replace(".", "_") as ModelNameOf<Name>,
		forModels: formOf({ ...open, ...forModels }, given),
	};
}

/** One form of the arguments: what checks them as a whole holds for each of their forms. */
const formOf = (shape: z.ZodRawShape, { def }: z.ZodObject) => z.strictObject(shape).check(...((def.checks ?? []) as never[]));

type ModelNameOf<Name> = Name extends `${infer Family}.${infer Rest}` ? `${Family}_${Rest}` : never;

type Part<Method, Schema> = Method extends "GET" ? { readonly query: Schema } : { readonly body: Schema };
type PublicRoute<E extends Endpoint, Shape extends z.ZodRawShape, Reply> = Omit<E, "runnerPath"> & {
	readonly service: "agent-api";
	readonly reply: Reply;
} & Part<E["method"], Strict<typeof Target.shape & Shape>>;
type RunnerRoute<E extends Endpoint, Shape extends z.ZodRawShape, Reply> = Omit<E, "path" | "runnerPath"> & {
	readonly service: "tool-runner";
	readonly internal: true;
	readonly path: string;
	readonly params: typeof WorkspaceParams;
	readonly headers: typeof CallHeaders;
	readonly reply: Reply;
} & Part<E["method"], Strict<Shape>>;

/** A tool that tool-runner answers at an endpoint of its own. `added`: what agent-api adds to the arguments, which a grant covers too. */
type Endpointed<E extends Endpoint, Shape extends z.ZodRawShape, Added extends z.ZodRawShape> = {
	readonly endpoint: E;
	readonly added?: Strict<Added>;
	/** The call as the audit keeps it: never a file's content. */
	audit(args: z.output<Strict<Shape & Added>>): Audited;
};

/** Any tool in a workspace. */
export type WorkspaceTool = Tool & {
	readonly route: Route;
	readonly runnerRoute: Route & { readonly params: typeof WorkspaceParams; readonly headers: typeof CallHeaders };
	audit(args: object): Audited;
};

/** Declares a tool in a workspace: its route for clients and that of tool-runner follow. */
export function defineWorkspaceTool<
	const Name extends string,
	const Tier extends ToolTier,
	Shape extends z.ZodRawShape,
	Reply extends z.ZodType,
	const E extends Endpoint,
	Added extends z.ZodRawShape = Record<never, never>,
>(tool: Declared<Name, Tier, Shape, Reply> & Endpointed<E, Shape, Added>) {
	const { reply, endpoint, added, arguments: given } = tool;
	const { runnerPath = endpoint.path.replace("/api/v1/agent", ""), ...route } = endpoint;
	const part = (schema: z.ZodObject) => (endpoint.method === "GET" ? { query: schema } : { body: schema });
	return {
		...defineTool(tool),
		route: { ...route, service: "agent-api", reply, ...part(formOf({ ...Target.shape, ...given.shape }, given)) } as unknown as PublicRoute<
			E,
			Shape,
			Reply
		>,
		runnerRoute: {
			...route,
			service: "tool-runner",
			internal: true,
			path: `/v1/workspaces/:id${runnerPath}`,
			params: WorkspaceParams,
			headers: CallHeaders,
			reply,
			...part(formOf({ ...given.shape, ...added?.shape }, given)),
		} as unknown as RunnerRoute<E, Shape & Added, Reply>,
		audit: tool.audit,
	};
}
