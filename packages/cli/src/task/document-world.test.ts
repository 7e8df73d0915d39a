import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { DocumentGone, openWorld } from "./document-world.ts";

type Context = { readonly id: number; readonly uniqueId: string; readonly name: string };
type Listener = (event: { readonly context: Context }) => void;

/** Chromium, as far as worlds go: each process counts its contexts from 1. `navigate` puts the page into another process. */
function fakeChromium() {
	let contexts: readonly Context[] = [{ id: 1, uniqueId: "1.main", name: "" }];
	let processes = 1;
	const listeners = new Set<Listener>();
	const replies: Record<string, (given: Record<string, unknown>) => unknown> = {
		"Runtime.enable": () => ({}),
		"Page.getFrameTree": () => ({ frameTree: { frame: { id: "f" } } }),
		"Page.createIsolatedWorld": ({ worldName }) => {
			const id = contexts.length + 1;
			const context = { id, uniqueId: `${processes}.${id}`, name: String(worldName) };
			contexts = [...contexts, context];
			for (const tell of listeners) tell({ context });
			return { executionContextId: id };
		},
		"Runtime.evaluate": ({ contextId, uniqueContextId }) => {
			const found = contexts.find(({ id, uniqueId }) => (uniqueContextId === undefined ? id === contextId : uniqueId === uniqueContextId));
			if (found === undefined) throw new Error(uniqueContextId === undefined ? "Cannot find context" : "uniqueContextId not found");
			return { result: { value: found.name === "" ? "forged by the page" : `read in process ${processes}` } };
		},
	};
	const session = {
		send: async (method: string, given: Record<string, unknown> = {}) => replies[method]?.(given),
		on: (_event: string, listener: Listener) => listeners.add(listener),
		off: (_event: string, listener: Listener) => listeners.delete(listener),
		detach: async () => undefined,
	};
	return {
		page: { context: () => ({ newCDPSession: async () => session }) } as unknown as Page,
		listeners,
		navigate: () => {
			processes += 1;
			contexts = ["main", "frame"].map((name, index) => ({ id: index + 1, uniqueId: `${processes}.${name}`, name: "" }));
		},
	};
}

test("a page of another process is entered again, though its own scripts have the number of the world", async () => {
	const { page, navigate, listeners } = fakeChromium();
	const world = await openWorld(page, async () => "script");
	await expect(world.call("read")).rejects.toBeInstanceOf(DocumentGone);
	await world.enter();
	expect(await world.call("read")).toBe("read in process 1");
	navigate();
	await expect(world.call("read")).rejects.toMatchObject({ name: "DocumentGone", isBegun: false });
	await world.enter();
	expect(await world.call("read")).toBe("read in process 2");
	expect(listeners.size).toBe(0);
});
