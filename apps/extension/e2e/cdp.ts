import type { BrowserContext, Page } from "playwright-core";

/**
 * Stops the extension's worker at once, as Chrome does when memory runs short: everything it held is lost, its storage stays.
 *
 * @param panel any page of the extension
 */
export async function killWorker(context: BrowserContext, panel: Page): Promise<void> {
	const session = await context.newCDPSession(panel);
	await session.send("ServiceWorker.enable");
	await session.send("ServiceWorker.stopAllWorkers");
	await session.detach();
}
