import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import Fastify from "fastify";
import { z } from "zod";
import { catalogue } from "./catalogue.ts";
import { drawing } from "./illustrations.ts";
import type { Page } from "./layout.ts";
import { renderBare, renderPage } from "./layout.ts";
import { addAddressPages } from "./pages/addresses.ts";
import { addCartPages } from "./pages/cart.ts";
import { addCheckoutPages } from "./pages/checkout.ts";
import { addEmbeddedPages } from "./pages/embedded.ts";
import { addHardPages } from "./pages/hard-pages/routes.ts";
import { addOrderPages } from "./pages/orders.ts";
import { addShopPages } from "./pages/shop.ts";
import { addSignInPages } from "./pages/sign-in.ts";
import { addSupportPages } from "./pages/support.ts";
import type { Visitor, Visitors } from "./visitors.ts";
import { createVisitors, stateOf } from "./visitors.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** Whose cookie came with the request; a new visitor when none did. */
		visitor: Visitor;
	}
	interface FastifyReply {
		page: (page: Page) => FastifyReply;
		bare: (page: Pick<Page, "title" | "body">) => FastifyReply;
	}
}

/** A running demo site. `url` has no slash at its end; `visitors` is what `GET /state` shows. */
export type DemoSite = { readonly url: string; readonly visitors: Visitors; readonly close: () => Promise<void> };

/**
 * Starts the shop that the demo, the journeys and the page tests act on.
 *
 * @param place 127.0.0.1 and a free port by default
 */
export async function startDemoSite({
	port = 0,
	host = "127.0.0.1",
}: {
	readonly port?: number;
	readonly host?: string;
} = {}): Promise<DemoSite> {
	const visitors = createVisitors();
	const app = await buildDemoSite(visitors);
	const url = await app.listen({ port, host });
	return { url, visitors, close: () => app.close() };
}

/** The shop as a Fastify app that does not listen yet. */
async function buildDemoSite(visitors: Visitors): Promise<FastifyInstance> {
	const app = Fastify({ logger: false, forceCloseConnections: true });
	app.decorateRequest("visitor");
	app.addHook("onRequest", async (request, reply) => {
		// A request for the state or an asset is no visitor, and a frame gets its visitor by parameter.
		if (/^\/(state|healthz|assets\/|frames\/|zoo\/)/.test(request.url)) return;
		const known = /(?:^|;\s*)visitor=([0-9a-f-]{36})/.exec(request.headers.cookie ?? "")?.[1];
		request.visitor = visitors.open(known);
		if (known === undefined) reply.header("set-cookie", `visitor=${request.visitor.id}; Path=/; HttpOnly; SameSite=Lax`);
	});
	app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
		done(null, Object.fromEntries(new URLSearchParams(String(body)))),
	);
	app.decorateReply("page", function (this: FastifyReply, page: Page) {
		return this.headers(documentHeaders).send(renderPage(this.request.visitor, page));
	});
	app.decorateReply("bare", function (this: FastifyReply, page: Pick<Page, "title" | "body">) {
		return this.headers(documentHeaders).send(renderBare(page));
	});
	await addAssets(app);
	for (const add of [addShopPages, addCartPages, addCheckoutPages, addSignInPages, addSupportPages, addOrderPages, addAddressPages])
		add(app);
	addEmbeddedPages(app, visitors);
	addHardPages(app);
	addState(app, visitors);
	return app;
}

// Nothing from elsewhere: the shop has to look the same without a network. The frames page shows this very site under its other name.
const documentHeaders = {
	"content-type": "text/html; charset=utf-8",
	"cache-control": "no-store",
	"content-security-policy":
		"default-src 'self'; style-src 'self' 'unsafe-inline'; frame-src 'self' http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'self'",
};

async function addAssets(app: FastifyInstance): Promise<void> {
	const types = { "site.css": "text/css; charset=utf-8", "site.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml" };
	for (const [file, type] of Object.entries(types)) {
		const content = await readFile(join(import.meta.dirname, "assets", file));
		app.get(`/assets/${file}`, (_request, reply) => reply.header("content-type", type).header("cache-control", "no-cache").send(content));
	}
	for (const { kind, colour } of catalogue) {
		const picture = drawing(kind, colour);
		const path = `/assets/drawings/${kind}-${colour}.svg`;
		if (app.hasRoute({ method: "GET", url: path })) continue;
		app.get(path, (_request, reply) => reply.header("content-type", "image/svg+xml").header("cache-control", "max-age=3600").send(picture));
	}
}

function addState(app: FastifyInstance, visitors: Visitors): void {
	app.get("/state", (request, reply) => {
		const { visitor } = z.object({ visitor: z.string().optional() }).parse(request.query);
		if (visitor === undefined) return { visitors: [...visitors.values()].map(stateOf) };
		const known = visitors.get(visitor);
		return known === undefined ? reply.code(404).send({ error: `no visitor ${visitor}` }) : stateOf(known);
	});
	app.get("/healthz", () => ({ status: "ok" }));
}
