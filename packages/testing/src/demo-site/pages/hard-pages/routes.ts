import type { FastifyInstance } from "fastify";
import { fieldPages } from "./fields.ts";
import { fightPages } from "./fights.ts";
import { renderHardPage } from "./page.ts";
import { widgetPages } from "./widgets.ts";
import { windowPages } from "./windows.ts";

/** A document that Chrome shows by its own viewer, whatever its address is. */
const pdf =
	"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

/**
 * Pages that are hard for an agent, one for each difficulty: `/zoo/<name>`. What was done in a page stands in its `effects`, or, for pages that
 * a test cannot reach, in `GET /zoo/effects`.
 */
export function addHardPages(app: FastifyInstance): void {
	const pages = { ...fieldPages, ...widgetPages, ...windowPages, ...fightPages };
	const effects: string[] = [];
	for (const [name, page] of Object.entries(pages)) {
		app.get(`/zoo/${name}`, (request, reply) => {
			const [host = "127.0.0.1", port = "80"] = request.host.split(":");
			const other = `http://${host === "localhost" ? "127.0.0.1" : "localhost"}:${port}`;
			const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...page.headers };
			return reply.headers(headers).send(renderHardPage(page, { other }));
		});
	}
	app.get("/zoo/file.csv", (_request, reply) =>
		reply.headers({ "content-type": "text/csv", "content-disposition": "attachment" }).send("name,price\nkettle,39\n"),
	);
	app.get("/zoo/paper", (_request, reply) => reply.header("content-type", "application/pdf").send(pdf));
	app.get("/zoo/redirect", (request, reply) => reply.redirect((request.query as { readonly to: string }).to));
	app.get("/zoo/effects/*", (request) => {
		effects.push(request.url.replace("/zoo/effects/", ""));
		return {};
	});
	app.get("/zoo/effects", () => effects);
}
