import { parseArgs } from "node:util";
import type { KeptAnchors } from "@webhand/audit/chain/anchors";
import { readAnchorFile } from "@webhand/audit/chain/anchors";
import { openAnchorKeys } from "@webhand/audit/chain/open";
import { createAnchorStore, createChainStore } from "@webhand/audit/chain/store";
import type { ChainVerdict, VerifyDeps } from "@webhand/audit/chain/verify";
import { chainsOf, verifyChain } from "@webhand/audit/chain/verify";
import { TenantId, WorkspaceId } from "@webhand/contracts/ids";
import { ConfigError } from "@webhand/service-kit/config";
import { OwnError } from "@webhand/service-kit/errors";
import { createLogger } from "@webhand/service-kit/logs";
import { createMetrics } from "@webhand/service-kit/metrics";
import { openMongo } from "@webhand/service-kit/mongo";
import { readVerifyConfig } from "./config.ts";

/**
 * Verifies the audit from the database alone, and from the file of anchors where there is one: prints a line for each chain. Exit code 1
 * for a chain that is broken, an anchor that is not ours, or an audit that cannot be read.
 */
async function main(): Promise<void> {
	const { tenant, workspace } = readArguments();
	const config = readVerifyConfig();
	const verify = await openAnchorKeys(config);
	if (verify === null) process.stdout.write("Without AUDIT_SIGNING_JWK or AUDIT_JWKS anchors are not looked at.\n");
	const file = config.AUDIT_ANCHOR_FILE;
	const kept: KeptAnchors = file === undefined ? new Map() : await readAnchorFile(file);
	const log = createLogger({ service: "tool-runner", level: "silent" });
	const { MONGODB_URI: uri } = config;
	const mongo = await openMongo({ uri, database: "webhand_tools", log, metrics: createMetrics(), giveUpAfterMs: 5_000 });
	try {
		const [audit, anchors] = [createChainStore(mongo.db), createAnchorStore(mongo.db)];
		const deps: VerifyDeps = { audit, anchors, verify, kept, now: () => new Date() };
		const known = new Set([...(await audit.tenants()), ...(await anchors.tenants()), ...kept.keys()]);
		const chains = (await Promise.all([...known].map((tenantId) => chainsOf(deps, tenantId)))).flat();
		const wanted = chains.filter((one) => (tenant ?? one.tenantId) === one.tenantId && (workspace ?? one.chain) === one.chain);
		if (wanted.length === 0) process.stdout.write("There is no row.\n");
		for (const chain of wanted) print(await verifyChain(deps, chain, new AbortController().signal));
	} finally {
		await mongo.close();
	}
}

function print({ tenantId, chain, problem, checkedRows, firstSeq, lastSeq, anchors }: ChainVerdict): void {
	const isWhole = problem === undefined && anchors.bad === 0;
	if (!isWhole) process.exitCode = 1;
	const verdict = problem === undefined ? (isWhole ? "ok" : "BAD ANCHORS") : `BROKEN at seq ${problem.seq} (${problem.reason})`;
	const rows = `${checkedRows} rows from ${firstSeq ?? 0} to ${lastSeq ?? 0}, ${anchors.count} anchors, ${anchors.bad} bad`;
	process.stdout.write(`${tenantId} ${chain}: ${verdict}; ${rows}\n`);
}

/** `--tenant` and `--workspace` of the command line. @throws OwnError for anything else */
function readArguments() {
	const options = { tenant: { type: "string" }, workspace: { type: "string" } } as const;
	const usage = "Name nothing, or --tenant org_… or usr_…, or --workspace wsp_…";
	try {
		const { tenant, workspace } = parseArgs({ options }).values;
		return { tenant: TenantId.optional().parse(tenant), workspace: WorkspaceId.optional().parse(workspace) };
	} catch (cause) {
		throw new OwnError(usage, { cause });
	}
}

await main().catch((cause: unknown) => {
	const isOurs = cause instanceof OwnError || cause instanceof ConfigError;
	process.stderr.write(`${isOurs ? cause.message : `The audit cannot be read: ${String(cause)}`}\n`);
	process.exitCode = 1;
});
