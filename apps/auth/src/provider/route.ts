import {
	finishProviderSignInRoute,
	providerCallbackRoute,
	providerDoneRoute,
	startProviderSignInRoute,
} from "@webhand/contracts/auth/provider";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { callerOf } from "../audit/caller.ts";
import { languageOf, varyByLanguage } from "../language.ts";
import type { AddressLimit } from "../sign-in/address-limit.ts";
import { secondFactorDue } from "../sign-in/complete.ts";
import type { ProviderSignInDeps } from "./engine.ts";
import { finishProviderSignIn, returnFromProvider, startProviderSignIn } from "./engine.ts";
import type { PageReason } from "./page.ts";
import { donePage, failurePage, pageHeaders } from "./page.ts";

/** What these routes need; each limit counts by address. */
export type ProviderRouteDeps = {
	readonly signIn: ProviderSignInDeps;
	readonly limits: { readonly start: AddressLimit; readonly callback: AddressLimit; readonly finish: AddressLimit };
};

/** POST /api/v1/auth/provider/start, GET …/callback, GET …/done, POST …/finish */
export function addProvider(app: FastifyInstance, { provider }: { readonly provider: ProviderRouteDeps }): void {
	const { signIn, limits } = provider;

	addRoute(app, startProviderSignInRoute, async ({ body, request }) => {
		await limits.start.count(request.ip);
		return startProviderSignIn(signIn, body.email);
	});

	addRoute(app, finishProviderSignInRoute, async ({ body, request }) => {
		await limits.finish.count(request.ip);
		const completion = await finishProviderSignIn(signIn, body, callerOf(request));
		if (completion.kind === "second_factor") throw secondFactorDue(completion.due);
		return completion.reply;
	});

	// People see this one, so whatever goes wrong is a page.
	addRoute(app, providerCallbackRoute, async ({ query, request, reply }) => {
		reply.headers(pageHeaders);
		const show = (reason: PageReason) => showFailure(reply, reason, request);
		try {
			const wait = await limits.callback.waitOf(request.ip);
			if (wait !== null) return show("busy");
			const given = new URLSearchParams();
			for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, value);
			const result = await returnFromProvider(signIn, given, callerOf(request));
			if (result.kind === "failed") return show(result.failure);
			await reply.redirect(`${providerDoneRoute.path}#code=${result.code}`, 303);
			return undefined;
		} catch (cause) {
			request.log.error({ err: cause }, "the way back from a provider failed");
			return show("broken");
		}
	});

	addRoute(app, providerDoneRoute, ({ request, reply }) => {
		reply.headers(pageHeaders);
		varyByLanguage(reply);
		return donePage(languageOf(request.raw)).html;
	});
}

/** The language is that of the browser: a link to another one would send the answer of the provider twice. */
function showFailure(reply: FastifyReply, reason: PageReason, { id, raw }: FastifyRequest): string {
	const { status, html } = failurePage(reason, id, languageOf(raw));
	varyByLanguage(reply);
	reply.code(status);
	if (status === 429) reply.header("retry-after", "60");
	return html;
}
