// The peer's side of a tab, with its default settings.
import { PageController } from "@page-agent/page-controller";

const controller = new PageController({ enableMask: false });
/** Its list of numbered elements is private and only read here. */
const listed = controller as unknown as { readonly selectorMap: ReadonlyMap<number, { readonly ref?: unknown }> };

const pageAgent = {
	/** The whole state as its agent sends it to a model. */
	look: async () => {
		const { header, content, footer } = await controller.getBrowserState();
		return `${header}\n${content}\n${footer}`;
	},
	/** Removes the marks that it leaves in the page. */
	clean: () => controller.cleanUpHighlights(),
	/** The index of each node; null for a node that it did not list. */
	numbersOf: (...nodes: readonly (Node | null)[]) => {
		const numbers = new Map(Array.from(listed.selectorMap, ([index, { ref }]) => [ref, String(index)] as const));
		return nodes.map((node) => numbers.get(node) ?? null);
	},
};

Object.assign(globalThis, { pageAgent });
