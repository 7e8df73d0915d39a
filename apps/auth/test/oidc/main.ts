// A real OpenID provider as a process: it signs in whoever `login_hint` names, with no form. Run: node main.ts <redirect URI> <secret>.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

const [redirectUri = "", secret = ""] = process.argv.slice(2);
const server = createServer();
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const provider = new Provider(issuer, {
	clients: [{ client_id: "webhand", client_secret: secret, redirect_uris: [redirectUri], grant_types: ["authorization_code"] }],
	claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
	features: { devInteractions: { enabled: false } },
	cookies: { keys: ["a key of the test provider"] },
	pkce: { required: () => true },
	interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
	// An account is its email; one whose name begins with "unconfirmed" has not confirmed it.
	findAccount: (_context, id) => ({
		accountId: id,
		claims: () => ({ sub: id, email: id, email_verified: !id.startsWith("unconfirmed"), name: `Person ${id.split("@")[0]}` }),
	}),
	loadExistingGrant: async (context) => {
		const { session, client } = context.oidc;
		if (session?.accountId === undefined || client === undefined) return undefined;
		const grant = new context.oidc.provider.Grant({ accountId: session.accountId, clientId: client.clientId });
		grant.addOIDCScope("openid email profile");
		await grant.save();
		return grant;
	},
});
const answer = provider.callback();

server.on("request", async (request, response) => {
	if (request.url?.startsWith("/interaction/") !== true) return answer(request, response);
	const { params } = await provider.interactionDetails(request, response);
	const login = { accountId: String(params["login_hint"]) };
	await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
});
process.stdout.write(`the provider listens on ${issuer}\n`);
