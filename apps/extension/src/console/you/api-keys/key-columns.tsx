import type { ApiKey } from "@webhand/contracts/auth/api-keys";
import { credentialColumns, revokeQuestionOf } from "../../kit/list/credential-columns.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { apiKeysText as text } from "./words.ts";

/** What a list of keys shows; `owner` stands behind the name. */
export function keyColumns<Key extends ApiKey>(revoke: (key: Key) => void, owner: readonly Column<Key>[] = []): readonly Column<Key>[] {
	return credentialColumns({
		text,
		may: ({ scopes }) => scopes.map((scope) => text.short[scope]).join(", "),
		note: ({ addresses }) => (addresses.length === 0 ? null : <Quiet>{text.from(addresses)}</Quiet>),
		owner,
		revoke,
	});
}

/** The question before a key is revoked. */
export const revokeQuestion = (name: string, act: () => Promise<void>) => revokeQuestionOf(text, name, act);
