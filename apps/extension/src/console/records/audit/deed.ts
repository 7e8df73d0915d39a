import type { AuditRow } from "@webhand/contracts/audit";
import type { LimitName } from "@webhand/contracts/auth/limits";
import { classWords, reasonWords } from "../../../kit/words/gate-words.ts";
import { hostText } from "../../host/words.ts";
import type { Deed } from "./audit-words.ts";
import { targetOf, valueWords, wordsOfName } from "./audit-words.ts";
import { actionWords, hostDeedOf } from "./host-deed.ts";
import { auditText } from "./words.ts";

/** What is not read as a fact below still stands in the details of the row. */
type Told = Pick<AuditRow, "action" | "outcome" | "reason" | "target" | "targetName" | "facts" | "actor" | "host">;

const text = auditText.deeds;

/** `made Bob an admin`, `could not sign in: wrong password`. Codes of a newer server stay readable. @throws never */
export function deedOf(row: Told): Deed {
	if (row.host !== null) return hostDeedOf({ ...row, kind: row.host.kind });
	if (row.action === "gate") return gateDeed(row);
	const why = row.outcome === "ok" || row.reason === null ? "" : reasonOf(row.reason);
	if (row.action === "login" && row.outcome === "delayed") return { words: text.signInDelayed, why };
	if (row.action === "denied") return { words: text.denied, why };
	const tried = auditText.tries[row.action as keyof typeof auditText.tries];
	if (row.outcome === "failed" && tried !== undefined) return { words: text.couldNot(tried), why };
	return { words: wordsOf(row), why };
}

function wordsOf(row: Told): string {
	const { action, facts, target, actor } = row;
	const name = targetOf(row) ?? text.somebody;
	const isOwn = target !== null && target === actor?.userId;
	const role = lastOf(facts["role"]);
	switch (action) {
		case "invite.create":
			return text.invited(name, role);
		case "invite.accept":
			return text.joined(role);
		case "invite.renew":
			return text.renewed(name);
		case "invite.revoke":
			return text.revoked(name);
		case "member.change":
			return text.changedMember(name, { role, status: lastOf(facts["status"]) });
		case "member.remove":
			return isOwn ? text.left : text.removedMember(name);
		case "organization.create":
			return text.on(auditText.actions[action], String(facts["name"] ?? name));
		case "organization.change":
			return text.changed(
				auditText.actions[action],
				changesOf(facts, (key) => auditText.settings[key] ?? wordsOfName(key)),
			);
		case "limits.change":
			return text.changed(
				auditText.actions[action],
				changesOf(facts, (key) => hostText.limits.names[key as LimitName] ?? wordsOfName(key)),
			);
		case "provider.change":
			return text.setProvider(valueWords(facts["issuer"]));
		case "account.change":
			return text.changedAccount(name, lastOf(facts["status"]));
		case "operator.change":
			return text.changedOperator(name, lastOf(facts["operator"]) === "true");
		case "password.reset_link":
		case "second_factor.remove":
			return isOwn || target === null ? auditText.actions[action] : text.of(auditText.actions[action], name);
		case "approval":
			return text.decided(row.outcome, lastOf(facts["tool"]), lastOf(facts["scope"]));
		case "model.choose":
			return text.chose(name);
		case "trace.read":
			return auditText.reads[String(facts["what"] ?? "")] ?? auditText.actions[action];
		default:
			return actionWords(action);
	}
}

function gateDeed({ outcome, facts }: Pick<AuditRow, "outcome" | "facts">): Deed {
	const reasons = Array.isArray(facts["reasons"]) ? facts["reasons"].map(String) : [];
	const what = classWords(String(facts["class"] ?? auditText.unknownClass));
	return { words: (auditText.gate[outcome] ?? auditText.gateOther)(what), why: reasonWords(reasons) };
}

const reasonOf = (reason: string) => auditText.reasons[reason.toLowerCase()] ?? reason.replaceAll("_", " ").toLowerCase();

/** A fact as it is stored; of a change what it became. */
function lastOf(fact: unknown): string {
	const to = typeof fact === "object" && fact !== null && "to" in fact ? fact.to : fact;
	return valueWords(to, {});
}

const changesOf = (facts: AuditRow["facts"], nameOf: (key: string) => string) =>
	Object.entries(facts)
		.map(([key, value]) => `${nameOf(key)} ${valueWords(value)}`)
		.join(", ");
