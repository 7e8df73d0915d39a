// Lets page-agent carry out one order in the open tab of a browser: CDP_URL MODEL_URL ORDER MOST_STEPS. Prints RESULT and JSON.

import { PageAgentCore } from "@page-agent/core";
import type { PageController } from "@page-agent/page-controller";
import type { Page } from "playwright-core";
import { chromium } from "playwright-core";
import { bundleInside } from "../../page/bundle.ts";

const [cdpUrl = "", modelUrl = "", order = "", mostSteps = ""] = process.argv.slice(2);
const methods = [
	"getCurrentUrl",
	"getLastUpdateTime",
	"getBrowserState",
	"updateTree",
	"cleanUpHighlights",
	"clickElement",
	"inputText",
	"selectOption",
	"scroll",
	"scrollHorizontally",
	"showMask",
	"hideMask",
] as const;

const browser = await chromium.connectOverCDP(cdpUrl);
const tab = browser.contexts()[0]?.pages()[0];
if (tab === undefined) throw new Error("the browser has no tab");
const agent = new PageAgentCore({
	model: "scripted",
	baseURL: modelUrl,
	apiKey: "none",
	language: "en-US",
	maxSteps: Number(mostSteps),
	pageController: await controllerIn(tab),
});
const started = performance.now();
const { success, data, history } = await agent.execute(order);
const ms = performance.now() - started;
const steps = history.filter(({ type }) => type === "step").length;
process.stdout.write(`RESULT ${JSON.stringify({ ending: success ? "done" : "stopped", said: data, steps, ms })}\n`);
process.exit(0);

/** Its own controller, in each document of the tab; its agent stays outside, as in its extension, and so outlives a new page. */
async function controllerIn(page: Page): Promise<PageController> {
	const script = await bundleInside("page-controller");
	await page.addInitScript(script);
	await page.evaluate(script);
	const call = async (method: string, given: readonly unknown[]): Promise<unknown> => {
		await page.waitForLoadState("load");
		return await page.evaluate(
			async ([name, args]) => {
				const { pageController } = globalThis as unknown as { pageController: Record<string, (...given: unknown[]) => Promise<unknown>> };
				return await pageController[name as string]?.(...(args as unknown[]));
			},
			[method, given] as const,
		);
	};
	const isNewPage = (cause: unknown) => /context was destroyed|navigation|Cannot find context/i.test(String(cause));
	const remote = Object.fromEntries(
		methods.map((method) => [
			method,
			async (...given: unknown[]) => {
				try {
					return await call(method, given);
				} catch (cause) {
					if (!isNewPage(cause)) throw cause;
					// A press that opens a page has worked; anything else is asked of the new page.
					return method === "clickElement" ? { success: true, message: "✅ Clicked. A new page opens." } : await call(method, given);
				}
			},
		]),
	);
	return Object.assign(new EventTarget(), remote, { dispose: () => undefined }) as unknown as PageController;
}
