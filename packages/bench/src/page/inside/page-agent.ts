// The peer's side of a tab, with the settings that its makers ship.
import { PageController } from "@page-agent/page-controller";

const controller = new PageController({ enableMask: false });

const pageAgent = {
	/** The whole state as its agent sends it to a model. */
	look: async () => {
		const { header, content, footer } = await controller.getBrowserState();
		return `${header}\n${content}\n${footer}`;
	},
	/** Takes back the marks it leaves in the page. */
	clean: () => controller.cleanUpHighlights(),
};

Object.assign(globalThis, { pageAgent });
