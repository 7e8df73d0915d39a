import { generateKeyPairSync, randomBytes, randomUUID } from "node:crypto";
import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { InteractRequest, NextAction } from "@webhand/contracts/agent/interact";
import { InteractReply } from "@webhand/contracts/agent/interact";
import { createLogger } from "@webhand/service-kit/logs";
import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import { test as base } from "@webhand/testing/database";
import type { SignedIn, TestIdentity, TokenWish } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { buildApp } from "../src/app.ts";
import type { Config } from "../src/config.ts";
import { readAgentConfig } from "../src/config.ts";
import type { Decider, Decision } from "../src/decider/port.ts";
import type { Turn } from "../src/decider/turn.ts";
import type { AppDeps } from "../src/deps.ts";
import { openDeps } from "../src/deps.ts";
import { isDocumented, routeAt } from "./route-table.ts";

/** The answer of a scripted decider in a turn: an action as text, or a whole decision. */
export type Say = string | (Partial<Decision> & { readonly action: Action });

/** A decider that follows the script of a test and keeps every turn. */
export type ScriptedDecider = Decider & { readonly turns: Turn[]; script: (turn: Turn, call: number) => Say | Promise<Say> };

/** Makes a scripted decider; `name` other than `rules` makes it count as a model. */
export function scriptedDecider(script: ScriptedDecider["script"] = () => "wait(0)", name = "scripted"): ScriptedDecider {
	const turns: Turn[] = [];
	const decider: ScriptedDecider = {
		name,
		turns,
		script,
		decide: async (turn, signal) => {
			turns.push(turn);
			const said = await untilAborted(decider.script(turn, turns.length - 1), signal);
			const usage = { promptTokens: 100, completionTokens: 10, calls: 1 };
			return typeof said === "string" ? { thought: `I do ${said}`, action: actionOf(said), usage } : { thought: "As told", usage, ...said };
		},
		judge: async () => ({ verdict: "failure", confidence: 0.5, reason: "nothing was seen" }),
		complete: async () => ({ verdict: "complete", evidence: "the page shows it", missing: [] }),
	};
	return decider;
}

/** An action from its text. */
function actionOf(text: string): Action {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.message}`);
	return parsed.action;
}

function untilAborted<Value>(value: Value | Promise<Value>, signal: AbortSignal): Promise<Value> {
	return new Promise((resolve, reject) => {
		signal.addEventListener("abort", () => reject(signal.reason), { once: true });
		Promise.resolve(value).then(resolve, reject);
	});
}

type Raw = z.input<typeof InteractRequest>;

/** One answer of the service: status, parsed body, raw bytes and headers. */
export type Answer = {
	readonly status: number;
	readonly body: Record<string, unknown>;
	readonly bytes: string;
	readonly headers: Record<string, unknown>;
};

/** The service with what tests change. `clock.ms` moves its time. */
export type Agent = {
	readonly app: FastifyInstance;
	readonly deps: AppDeps;
	/** The settings that it was opened with; a second server may have the same. */
	readonly config: Config;
	readonly decider: ScriptedDecider;
	readonly user: SignedIn;
	readonly identity: TestIdentity;
	readonly clock: { ms: number };
	readonly logs: string[];
	/** Posts to interact as the user, or as somebody else. */
	readonly post: (body: Partial<Raw>, options?: PostOptions) => Promise<Answer>;
	/** The same, demanding 200 and the contract's shape. */
	readonly step: (body: Partial<Raw>, options?: PostOptions) => Promise<NextAction>;
	readonly call: (
		method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
		path: string,
		options?: PostOptions & { readonly body?: unknown },
	) => Promise<Answer>;
	/** Signs a user in, of another tenant by default. */
	readonly signIn: (wish?: TokenWish) => Promise<SignedIn>;
	/** Sets the limits of the user's tenant. */
	readonly setLimits: (limits: object) => Promise<unknown>;
	/** Signs in another user of the same tenant. */
	readonly colleague: () => Promise<SignedIn>;
};

/** Who posts, and under which `Idempotency-Key`. */
export type PostOptions = { readonly as?: SignedIn; readonly key?: string; readonly headers?: Readonly<Record<string, string>> };

const newSettingsKey = () => randomBytes(32).toString("base64");

/** Environment of a service on the databases of a test. */
export function settings(
	urls: { readonly mongo: string; readonly redis: string; readonly auth: string },
	more: Readonly<Record<string, string>> = {},
) {
	return {
		PORT: "0",
		MONGODB_URI: urls.mongo,
		REDIS_URL: urls.redis,
		AUTH_URL: urls.auth,
		TOKEN_ISSUER: urls.auth,
		SETTINGS_KEY: newSettingsKey(),
		PUSHER_KEY: "realtime-key",
		PUSHER_SECRET: "realtime-secret-of-tests",
		// Nothing listens on port 9: knowledge and the tool-runner are unreachable unless a test starts them.
		KNOWLEDGE_URL: "http://127.0.0.1:9",
		TOOL_RUNNER_URL: "http://127.0.0.1:9",
		AGENT_TOOLS_ENABLED: "true",
		GRANT_SIGNING_JWK: JSON.stringify(generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" })),
		MAX_EVENT_LOOP_DELAY_MS: "0",
		REDIS_TIMEOUT_MS: "2000",
		// Tests move the clock by hours and sweep themselves.
		SWEEP_SECONDS: "3600",
		TENANT_LEASES: "1000",
		STEPS_PER_MINUTE: "100000",
		TENANT_STEPS_PER_MINUTE: "100000",
		...more,
	};
}

/** What a test changes. */
export type AgentWish = {
	readonly settings?: Readonly<Record<string, string>>;
	readonly decider?: ScriptedDecider;
	/** A real decider in the place of the scripted one. */
	readonly real?: Decider;
	/** The decider that the settings name, as the service itself opens it. */
	readonly isConfigured?: boolean;
	/** How models that tenants chose are reached. */
	readonly network?: Network;
	/** Who signs tokens; absent: one of its own. */
	readonly identity?: TestIdentity;
};

/**
 * `test` with services on databases of this file, closed after each test: `open` starts one; `agent` is one whose decider always presses
 * "Show more".
 */
export const test = base
	.extend("open", async ({ mongo, redis }, { onCleanup }) => {
		const closing: (() => Promise<unknown>)[] = [];
		onCleanup(async () => {
			for (const close of closing.reverse()) await close();
		});
		// Replicas open what another one sealed.
		const SETTINGS_KEY = newSettingsKey();
		return async (wish: AgentWish = {}): Promise<Agent> => {
			const identity = wish.identity ?? (await startIdentity());
			if (wish.identity === undefined) closing.push(identity.close);
			const logs: string[] = [];
			const clock = { ms: 0 };
			const decider = wish.decider ?? scriptedDecider();
			const env = settings({ mongo: mongo.uri, redis: redis.url, auth: identity.url }, { SETTINGS_KEY, ...wish.settings });
			const config = readAgentConfig(env);
			const log = createLogger({ service: "agent-api", level: "info", target: { write: (line) => logs.push(line) } });
			const deps = await openDeps(config, new AbortController().signal, {
				...(wish.isConfigured === true ? {} : { decider: wish.real ?? decider }),
				now: () => new Date(Date.now() + clock.ms),
				log,
				...(wish.network === undefined ? {} : { network: wish.network }),
			});
			closing.push(deps.close);
			const app = await buildApp(deps);
			closing.push(() => app.close());
			await app.ready();
			await deps.guard.refreshKeys();
			const signIn: Agent["signIn"] = (wish) => identity.signIn(redis.client, wish);
			const user = await signIn();
			const setLimits: Agent["setLimits"] = async (limits) => {
				const key = `wh:sess:${user.sid}`;
				const record = JSON.parse((await redis.client.get(key)) ?? "{}") as object;
				await redis.client.set(key, JSON.stringify({ ...record, limits }), "KEEPTTL");
			};
			const colleague = () => signIn({ tenantId: user.tenantId });
			const call: Agent["call"] = async (method, path, { as = user, key, headers, body } = {}) => {
				const reply = await app.inject({
					method,
					url: path,
					headers: { ...as.headers, ...(key === undefined ? {} : { "idempotency-key": key }), ...headers },
					...(body === undefined ? {} : { payload: body as object }),
				});
				const answer = { status: reply.statusCode, body: reply.body === "" ? {} : reply.json(), bytes: reply.body, headers: reply.headers };
				const route = routeAt(method, path);
				if (route !== undefined && !isDocumented(route, answer))
					throw new Error(`${method} ${path} is not documented to answer ${answer.status} ${answer.bytes}`);
				return answer;
			};
			const post: Agent["post"] = (body, options) =>
				call("POST", "/api/agent/interact", { ...options, body: { url: shop.url, query: "Buy the tea", dom: shop.dom, ...body } });
			const step: Agent["step"] = async (body, options) => {
				const reply = await post(body, options);
				if (reply.status !== 200) throw new Error(`${reply.status} ${reply.bytes}\n${logs.at(-1)}`);
				return InteractReply.parse(reply.body).data;
			};
			return { app, deps, config, decider, user, identity, clock, logs, post, step, call, signIn, setLimits, colleague };
		};
	})
	.extend("agent", ({ open }) => open({ decider: scriptedDecider(() => "click(7)") }));

/** Page text of a site of our own; `body` is everything below the header. */
export function pageText(body: string, { url = "https://shop.example/", epoch = "e1", header = "" } = {}): string {
	return `@page 1\n@url ${url}\n@title Shop\n@epoch ${epoch}\n@screen 1280x800, page 1 of 1\n${header}\n@view\n${body}`;
}

/** A page with the buttons 10 to 10 + `count`: one more shows that a click had its effect. */
export const buttons = (count: number) =>
	pageText(Array.from({ length: count + 1 }, (_, index) => `<button ${10 + index}>Tea ${index}`).join("\n"));

/** A page with a link, a search form, a post form and a button. */
export const shop = {
	url: "https://shop.example/",
	dom: pageText(
		[
			"# Harbour tea",
			"<a 1 /tea>Green tea",
			'<form "Search" get>',
			' <search 2 "Search products">',
			" <button 3 submit>Search",
			'<form "Order" post sensitive=password>',
			' <input 4 "Full name">',
			' <password 5 "Password">',
			" <button 6 submit>Place order",
			"<button 7>Show more",
		].join("\n"),
	),
};

/** The code of a refusal. */
export const codeOf = ({ body }: Answer) => (body["error"] as { code: string } | undefined)?.code;
/** The fields that a refusal names. */
export const fieldsOf = ({ body }: Answer) =>
	(body as { error: { details: { fields: { field: string }[] } } }).error.details.fields.map(({ field }) => field);

/** A key that no other test uses. */
export const newKey = () => randomUUID();
