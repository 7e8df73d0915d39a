import { Box, Button, Checkbox, HStack, Text } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { isTyping } from "../../kit/typing.ts";
import { noticeText } from "../ask/words.ts";

/** Shown when the organization has no knowledge of a site (spec 000 §1.4). Not modal, so Stop stays reachable. */
export function KnowledgeNotice({ onClose }: { readonly onClose: (again: boolean) => void }) {
	const ok = useRef<HTMLButtonElement>(null);
	const [isNeverAgain, setIsNeverAgain] = useState(false);
	useEffect(() => (isTyping() ? undefined : ok.current?.focus()), []);
	return (
		<Box
			role="dialog"
			aria-label={noticeText.notice}
			bg="bg.note"
			borderWidth="1px"
			borderColor="line.note"
			p="3"
			rounded="xl"
			onKeyDown={(event) => (event.key === "Escape" ? onClose(!isNeverAgain) : undefined)}
		>
			<Text textStyle="body">{noticeText.notice}</Text>
			<Text textStyle="small" color="fg.note" mt="1">
				{noticeText.hint}
			</Text>
			<HStack justify="space-between" mt="2" wrap="wrap">
				<Checkbox.Root size="sm" checked={isNeverAgain} onCheckedChange={({ checked }) => setIsNeverAgain(checked === true)}>
					<Checkbox.HiddenInput />
					<Checkbox.Control borderColor="line.strong" />
					<Checkbox.Label>{noticeText.again}</Checkbox.Label>
				</Checkbox.Root>
				<Button ref={ok} size="xs" variant="outline" bg="bg.card" borderColor="line.strong" onClick={() => onClose(!isNeverAgain)}>
					{noticeText.ok}
				</Button>
			</HStack>
		</Box>
	);
}
