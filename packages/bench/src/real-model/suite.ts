import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openTestStack } from "../miniwob/stage/test-stack.ts";
import type { Row } from "../report.ts";
import { getModelFiles } from "./model/files.ts";
import type { Exchange } from "./model/proxy.ts";
import { startProxy } from "./model/proxy.ts";
import { startLocalModel } from "./model/start.ts";
import type { Order } from "./orders/order.ts";
import type { RealModelPlan } from "./plan.ts";
import type { Played } from "./play.ts";
import { playOrder } from "./play.ts";
import { openStage } from "./stage.ts";
import { lineOf, rowsOf } from "./table.ts";

const limitMs = 170_000;
const rulesLimitMs = 60_000;

type Print = (line: string) => void;
type Environment = Readonly<Record<string, string | undefined>>;
type Settings = Readonly<Record<string, string>>;
type Note = (exchange: Exchange) => void;

/** A model as the services are told of it. `isAsked`: it works on a request, as far as that can be seen. */
type OpenModel = { readonly settings: Settings; readonly isAsked: () => boolean; readonly close: () => Promise<void> };

/**
 * Plays the orders through the built extension and the embedded stack, with the rules alone and with a model.
 *
 * @returns the rows; none if the model cannot be had, with the reason printed
 */
export async function measureRealModel(plan: RealModelPlan, environment: Environment, print: Print): Promise<readonly Row[]> {
	const keep = (entry: object) => {
		if (plan.transcript !== null) appendFileSync(plan.transcript, `${JSON.stringify(entry)}\n`);
	};
	const note: Note = (exchange) => keep({ ...exchange, request: readable(exchange.request), reply: readable(exchange.reply) });
	const model = await openModel(plan, { environment, print, note }).catch((cause: unknown) => {
		print(`real-model: not run (${cause instanceof Error ? cause.message : String(cause)})`);
	});
	if (model === undefined) return [];
	try {
		if (plan.serve !== null) {
			print(`${model.settings["MODEL_NAME"]} answers at ${model.settings["MODEL_BASE_URL"]} until Ctrl-C`);
			await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
			return [];
		}
		const stage = await openStage();
		const play = async (settings: Settings, limit: number, isAsked: () => boolean) => {
			const stack = await openTestStack(settings);
			const who = settings["MODEL_PROVIDER"] === "rules" ? "rules" : "model";
			const atEnd = async ({ name }: Order) => {
				if (plan.pictures !== null) await takePictures(stack.panel.page, join(plan.pictures, `${name}-${who}`));
			};
			try {
				const all: Played[] = [];
				for (const order of plan.orders) {
					if (who === "model") keep({ order: order.name, says: order.says });
					const played = await playOrder({ stack, stage, limitMs: limit, isAsked, atEnd }, order).catch((cause: unknown) => {
						print(`${order.name} and what follows could not be played: ${cause instanceof Error ? cause.message : String(cause)}`);
					});
					if (played === undefined) break;
					print(lineOf(played));
					all.push(played);
				}
				return all;
			} finally {
				await stack.close();
			}
		};
		try {
			print("the rules alone");
			const rules = await play({ MODEL_PROVIDER: "rules" }, rulesLimitMs, () => false);
			print(`with ${model.settings["MODEL_NAME"]}`);
			const first = plan.rulesFirst === null ? {} : { MODEL_RULES_FIRST: String(plan.rulesFirst) };
			const played = await play({ ...model.settings, ...first }, limitMs, model.isAsked);
			return rowsOf({ model: played, rules, isRulesFirst: plan.rulesFirst !== false });
		} finally {
			await stage.close();
		}
	} finally {
		await model.close();
	}
}

/** The panel at the width that it usually has. */
async function takePictures(panel: Page, path: string): Promise<void> {
	await panel.setViewportSize({ width: 400, height: 800 });
	for (const colorScheme of ["light", "dark"] as const) {
		await panel.emulateMedia({ colorScheme });
		await panel.screenshot({ path: `${path}-${colorScheme}.png` });
	}
}

type Means = { readonly environment: Environment; readonly print: Print; readonly note: Note };

/** The model of the environment, through a proxy that notes its requests where it has a base URL; else the local one. */
async function openModel(plan: RealModelPlan, { environment, print, note }: Means): Promise<OpenModel> {
	const own = Object.fromEntries(
		Object.entries(environment).flatMap(([key, value]) => (/^(?:MODEL|GIGACHAT)_/.test(key) && value !== undefined ? [[key, value]] : [])),
	);
	const { MODEL_PROVIDER: provider = "rules", MODEL_BASE_URL: base } = own;
	if (plan.serve === null && provider !== "rules") {
		if (base === undefined) return { settings: own, isAsked: () => false, close: async () => undefined };
		const proxy = await startProxy({ url: new URL(base) }, 0, note);
		return { settings: { ...own, MODEL_BASE_URL: proxy.url }, isAsked: proxy.isAsked, close: proxy.close };
	}
	const local = await startLocalModel(await getModelFiles(plan.modelFile, print), { port: plan.serve ?? 0, note });
	if (!local.isIsolated) print("the model's process keeps its rights and the network: unshare or setpriv cannot be used here");
	const settings = {
		MODEL_PROVIDER: "openai-compatible",
		MODEL_NAME: local.name,
		MODEL_BASE_URL: local.url,
		MODEL_API_KEY: "none",
		MODEL_CONTEXT_TOKENS: String(local.contextTokens),
		...own,
	};
	return { settings, isAsked: local.isAsked, close: local.close };
}

/** A body as JSON where it is JSON, so that a transcript can be read. */
function readable(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}
