import { Button, Flex, Text } from "@chakra-ui/react";
import { spendRoute, warnedShare } from "@webhand/contracts/authority/spend";
import { useState } from "react";
import type { SignedInApi } from "../../signed-in-api.ts";
import { useReply } from "../load/queries.ts";
import { spendInWords, spendText } from "./words.ts";

const seenKey = "webhand-spend-seen";

/** Says once that a limit on model spend is near, and once that it is used up. Nothing stands here where it is not. */
export function SpendNotice({ api }: { readonly api: SignedInApi }) {
	const { value } = useReply(api, spendRoute);
	const [seen, setSeen] = useState(() => localStorage.getItem(seenKey));
	// The fullest one comes first.
	const use = value?.uses.find(({ used, most }) => used >= warnedShare * most);
	if (use === undefined) return null;
	const { whose, unit, most, by } = use;
	const name = JSON.stringify([value?.month, whose, unit, most, by, use.used >= most]);
	if (seen === name) return null;
	const close = () => {
		localStorage.setItem(seenKey, name);
		setSeen(name);
	};
	return (
		<Flex role="status" align="center" gap="3" px="gutter" py="1.5" bg="bg.note" color="fg.note" textStyle="small" flexShrink="0">
			<Text flex="1">{spendInWords(use)}</Text>
			<Button size="2xs" variant="outline" borderColor="line.note" aria-label={spendText.close} onClick={close}>
				{spendText.ok}
			</Button>
		</Flex>
	);
}
