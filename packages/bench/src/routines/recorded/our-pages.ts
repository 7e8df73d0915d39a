import type { Served } from "../serve.ts";
import { servePages } from "../serve.ts";
import type { HandTask } from "./task.ts";

/** The pages of one task at a time; `said` is what its page said last. */
export type OurPages = Served & {
	readonly show: (task: Pick<HandTask, "pages">) => void;
	/** What the page said since it was asked last; undefined for nothing. */
	readonly said: () => string | undefined;
};

/** A page that was told something shows it, as pages do. */
const script = `<script>
	const say = (said) => {
		navigator.sendBeacon("/said", new URLSearchParams({ said }));
		document.body.append(Object.assign(document.createElement("p"), { textContent: "It is done.", role: "status" }));
	};</script>`;

/** Serves the pages of tasks on loopback. */
export async function serveOurPages(): Promise<OurPages> {
	let pages: HandTask["pages"] = {};
	let said: string | undefined;
	const served = await servePages(({ method, path, form }) => {
		if (method === "POST") {
			said = form.get("said") ?? "";
			return { html: "" };
		}
		const body = pages[path];
		return body === undefined ? undefined : { html: `<!doctype html><title>Page ${path}</title>${script}<main>${body}</main>` };
	});
	return {
		...served,
		show: (task) => {
			pages = task.pages;
		},
		said: () => {
			const last = said;
			said = undefined;
			return last;
		},
	};
}
