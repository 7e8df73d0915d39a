import { hkdfSync } from "node:crypto";
import type { Base } from "@webhand/service-kit/base";
import { openBase } from "@webhand/service-kit/base";
import type { Guard } from "@webhand/service-kit/guard";
import { openGuard } from "@webhand/service-kit/guard";
import { createIds } from "@webhand/service-kit/ids";
import type { Logger } from "@webhand/service-kit/logs";
import type { Transaction } from "@webhand/service-kit/mongo";
import { inTransaction } from "@webhand/service-kit/mongo";
import { withLock } from "@webhand/service-kit/mongo/locks";
import { repeat } from "@webhand/service-kit/repeat";
import { bootstrap } from "./accounts/bootstrap.ts";
import { createAccountStore, indexAccounts } from "./accounts/store.ts";
import type { ApiKeyRouteDeps } from "./api-keys/route.ts";
import { createApiKeyStore, indexApiKeys } from "./api-keys/store.ts";
import type { AuditDeps } from "./audit/engine.ts";
import { auditMigrations, createAuditStore, indexAudit } from "./audit/store.ts";
import { createAskAgent } from "./audit/upstream.ts";
import type { Config } from "./config.ts";
import type { InvitePageDeps } from "./invites/page/route.ts";
import type { InviteRouteDeps } from "./invites/route.ts";
import { createInviteStore, expireInvites, indexInvites } from "./invites/store.ts";
import type { Keyring } from "./keys/engine.ts";
import { openKeyring } from "./keys/engine.ts";
import { createKeyAnnouncer } from "./keys/events.ts";
import type { KeyOperationDeps } from "./keys/operate.ts";
import { keyRules } from "./keys/policy.ts";
import { createKeyStore, indexKeys } from "./keys/store.ts";
import { createVault } from "./keys/vault.ts";
import type { OrganizationDeps } from "./orgs/engine.ts";
import { createOrganizationStore, indexOrganizations } from "./orgs/store.ts";
import type { PasswordDeps } from "./password/engine.ts";
import { createPeopleStore, indexPeople } from "./people/store.ts";
import type { PreferenceDeps } from "./preferences/route.ts";
import { createPreferenceStore, preferenceMigrations } from "./preferences/store.ts";
import type { OpenedProvider } from "./provider/open.ts";
import { openProvider } from "./provider/open.ts";
import { indexProviders } from "./provider/settings/store.ts";
import { indexFlows } from "./provider/store.ts";
import type { EnrolDeps } from "./runners/enrol.ts";
import { createRunnerStore, indexRunners } from "./runners/store.ts";
import type { SecondStepDeps } from "./second-factor/engine.ts";
import type { OwnFactorDeps } from "./second-factor/own.ts";
import { createFactorStore } from "./second-factor/store/factors.ts";
import { createTicketStore, indexTickets } from "./second-factor/store/tickets.ts";
import { createSignInCache } from "./sessions/cache.ts";
import type { DescribeDeps } from "./sessions/describe.ts";
import type { SessionDeps } from "./sessions/engine.ts";
import { checkSignIn, sweepRevoked } from "./sessions/engine.ts";
import type { OwnSignInsDeps } from "./sessions/own.ts";
import { createSignInStore, indexSignIns } from "./sessions/store.ts";
import { createAddressLimit } from "./sign-in/address-limit.ts";
import { createAttempts } from "./sign-in/attempts.ts";
import type { SignInDeps } from "./sign-in/engine.ts";
import { createPasswords } from "./sign-in/passwords.ts";
import type { TenantDeps } from "./tenants/engine.ts";

/** Everything that the routes are built from. */
export type AppDeps = OpenedProvider & {
	readonly base: Base;
	readonly guard: Guard;
	readonly keyring: Keyring;
	readonly keys: KeyOperationDeps;
	readonly apiKeys: ApiKeyRouteDeps;
	readonly runners: EnrolDeps;
	readonly sessions: SessionDeps;
	readonly describe: DescribeDeps;
	readonly ownSignIns: OwnSignInsDeps;
	readonly signIn: SignInDeps;
	readonly tenants: TenantDeps;
	readonly password: PasswordDeps;
	readonly secondFactor: SecondStepDeps & OwnFactorDeps;
	readonly orgs: OrganizationDeps;
	readonly invites: InviteRouteDeps["invites"];
	readonly people: InvitePageDeps["people"];
	readonly formSecret: Buffer;
	readonly extensionSource: string | null;
	readonly preferences: PreferenceDeps;
	readonly audit: AuditDeps;
	readonly close: () => Promise<void>;
};

const migrations = [
	{
		id: "001-indexes",
		run: (db: Base["mongo"]["db"]) =>
			Promise.all([indexAccounts, indexAudit, indexKeys, indexSignIns].map((index) => index(db))).then(() => undefined),
	},
	{ id: "002-sign-in-tickets", run: indexTickets },
	{ id: "003-providers", run: (db: Base["mongo"]["db"]) => Promise.all([indexFlows(db), indexProviders(db)]).then(() => undefined) },
	{
		id: "002-organizations",
		run: (db: Base["mongo"]["db"]) =>
			Promise.all([indexOrganizations, indexInvites, indexPeople].map((index) => index(db))).then(() => undefined),
	},
	{ id: "2026-11-api-keys", run: indexApiKeys },
	{ id: "2026-11-runners", run: indexRunners },
	{ id: "2026-11-invites-retention", run: expireInvites },
	...preferenceMigrations,
	...auditMigrations,
];

/** What tests choose: the clock and where the log goes. */
export type Choices = { readonly now?: () => Date; readonly log?: Logger };

/** Opens MongoDB and Redis, makes the first key and the first accounts, starts the sweep and the care of the keys. */
export async function openDeps(config: Config, stopping: AbortSignal, { now = () => new Date(), log }: Choices = {}): Promise<AppDeps> {
	const base = await openBase({
		name: "auth",
		config,
		database: "webhand_auth",
		migrations,
		stopping,
		...(log === undefined ? {} : { log }),
	});
	try {
		return await openParts(base, config, now);
	} catch (cause) {
		await base.close();
		throw cause;
	}
}

async function openParts(base: Base, config: Config, now: () => Date): Promise<AppDeps> {
	const { mongo, redis, metrics, stopping } = base;
	const transact = <Result>(work: (transaction: Transaction) => Promise<Result>) => inTransaction(mongo, work);
	const locked = (name: string) => (work: () => Promise<void>) => withLock(mongo.db, { name, holdMs: 30_000, signal: stopping }, work);
	const ids = createIds();
	const accounts = createAccountStore(mongo.db);
	const tickets = createTicketStore(mongo.db);
	const audit = createAuditStore(mongo.db);
	const passwords = await createPasswords();
	const keyStore = createKeyStore(mongo);
	const vault = createVault(config.KEY_ENCRYPTION_KEY);
	const keyring = await openKeyring({ store: keyStore, vault, rules: keyRules(config.TOKEN_TTL), locked: locked("keys"), now });
	await locked("bootstrap")(async () => {
		const isMade = await bootstrap({ accounts, hash: passwords.hash, transact, ids, now }, firstUsers(config));
		if (isMade) base.log.info({}, "the first accounts were made");
	});

	const store = createSignInStore(mongo.db);
	const sessions: SessionDeps = {
		store,
		accounts,
		cache: createSignInCache(redis),
		audit,
		keyring,
		transact,
		ids,
		now,
		log: base.log,
		rules: { issuer: config.TOKEN_ISSUER, tokenSeconds: config.TOKEN_TTL, maxPerUser: config.MAX_SESSIONS_PER_USER },
	};
	const attempts = createAttempts({ redis, secret: keyFor(config, "webhand login counters"), now, log: base.log });
	const guard = openGuard({
		authUrl: config.AUTH_URL,
		issuer: config.TOKEN_ISSUER,
		redis,
		log: base.log,
		metrics,
		now: () => now().getTime(),
		config,
		loadKeys: async () => {
			await keyring.reload();
			return keyring.publicKeys();
		},
		askAuth: ({ sid }) => checkSignIn(sessions, sid),
	});
	const background = [
		repeat({ name: "sweep of revoked sign-ins", everyMs: 1_000, log: base.log }, () => sweepRevoked(sessions)),
		repeat({ name: "care of the signing keys", everyMs: 60_000, log: base.log }, keyring.tend),
	];
	const preferences = createPreferenceStore(mongo);
	const personalTenants = config.PERSONAL_TENANTS === "on";
	const common = { accounts, sessions, tickets, attempts, audit, passwords, signIns: store, personalTenants, now, log: base.log };
	const linked = { ...common, publicUrl: config.PUBLIC_URL, minLength: config.PASSWORD_MIN_LENGTH };
	const invites = createInviteStore(mongo.db);
	const perMinute = (name: string, most: number) => createAddressLimit({ redis, name: `invite:${name}`, most, seconds: 60 });
	// A page is cheap; to accept may cost a hash.
	const inviteLimits = { page: perMinute("page", 60), accept: perMinute("accept", 10) };
	const orgs = createOrganizationStore(mongo.db);
	const apiKeys = createApiKeyStore(mongo.db);
	const wrongKeys = createAddressLimit({ redis, name: "keys:wrong", most: 30, seconds: 900 });
	const runners = createRunnerStore(mongo.db);
	const wrongCodes = createAddressLimit({ redis, name: "runners:wrong", most: 30, seconds: 900 });
	const factors = createFactorStore(mongo.db);
	return {
		base,
		guard,
		keyring,
		sessions,
		describe: { accounts, store },
		ownSignIns: common,
		tenants: { ...common, preferences },
		keys: {
			store: keyStore,
			vault,
			keyring,
			audit,
			signIns: store,
			transact,
			now,
			refreshGuard: guard.refreshKeys,
			announcer: createKeyAnnouncer(redis, base.log),
		},
		password: { ...common, minLength: config.PASSWORD_MIN_LENGTH },
		secondFactor: { ...common, factors, secretKey: keyFor(config, "webhand second factors") },
		orgs: { ...common, store: orgs, apiKeys, runners },
		apiKeys: { ...common, store: apiKeys, orgs, wrongKeys },
		runners: { ...linked, store: apiKeys, orgs, runners, describe: { accounts, store }, wrongCodes },
		invites: { ...linked, store: invites, limits: inviteLimits },
		people: { ...linked, store: createPeopleStore(mongo.db) },
		formSecret: keyFor(config, "webhand invite forms"),
		extensionSource: config.EXTENSION_SOURCE ?? null,
		signIn: common,
		...openProvider({
			config,
			mongo,
			redis,
			accounts,
			audit,
			invites,
			transact,
			ids,
			now,
			log: base.log,
			complete: common,
			secretKey: keyFor(config, "webhand provider secrets"),
		}),
		audit: { audit, accounts, askAgent: createAskAgent(config.AGENT_URL) },
		preferences: { preferences, now },
		close: async () => {
			guard.close();
			await Promise.all(background.map((work) => work.stop()));
			await base.close();
		},
	};
}

/** Each purpose has a key of its own, so a leaked counter or form says nothing of the signing keys. */
function keyFor(config: Config, purpose: string): Buffer {
	return Buffer.from(hkdfSync("sha256", config.KEY_ENCRYPTION_KEY, "", purpose, 32));
}

function firstUsers(config: Config) {
	const firstUser = (email: string | undefined, password: string | undefined) =>
		email === undefined || password === undefined ? undefined : { email, password };
	return {
		operator: firstUser(config.BOOTSTRAP_OPERATOR_EMAIL, config.BOOTSTRAP_OPERATOR_PASSWORD),
		admin: firstUser(config.BOOTSTRAP_ADMIN_EMAIL, config.BOOTSTRAP_ADMIN_PASSWORD),
		member: firstUser(config.BOOTSTRAP_MEMBER_EMAIL, config.BOOTSTRAP_MEMBER_PASSWORD),
		organization: config.BOOTSTRAP_ORGANIZATION,
		personalTenants: config.PERSONAL_TENANTS === "on",
	};
}
