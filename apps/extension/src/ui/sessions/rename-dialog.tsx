import { Badge, Button, Dialog, Field, Input, Portal, Stack } from "@chakra-ui/react";
import type { Session } from "@webhand/contracts/chat/sessions";
import { maxTitleCharacters } from "@webhand/contracts/chat/sessions";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import { text } from "../../text/en.ts";
import { titleParts } from "../../view/sessions/sessions.ts";

type Props = { readonly session: Session; readonly onRename: (title: string) => void; readonly onClose: () => void };

/** Renames a chat. The prefix of its domain stands outside the field and is kept. */
export function RenameDialog({ session, onRename, onClose }: Props) {
	const { prefix, title } = titleParts(session);
	const [value, setValue] = useState(title);
	const [isTried, setIsTried] = useState(false);
	const input = useRef<HTMLInputElement>(null);
	const isEmpty = value.trim() === "";
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setIsTried(true);
		if (isEmpty) input.current?.focus();
		else onRename(value.trim());
	};
	return (
		<Dialog.Root
			open
			size="xs"
			placement="center"
			initialFocusEl={() => input.current}
			onOpenChange={({ open }) => (open ? undefined : onClose())}
		>
			<Portal>
				<Dialog.Backdrop />
				<Dialog.Positioner px="3">
					<Dialog.Content rounded="xl">
						<form onSubmit={submit} noValidate>
							<Dialog.Header px="4" pt="4" pb="2">
								<Dialog.Title textStyle="answer">{text.sessions.renameTitle}</Dialog.Title>
							</Dialog.Header>
							<Dialog.Body px="4" pb="3">
								<Stack gap="2">
									{prefix === "" ? null : (
										<Badge size="sm" variant="surface" alignSelf="start" maxW="full" title={text.sessions.prefixHint(prefix)}>
											{prefix}
										</Badge>
									)}
									<Field.Root invalid={isTried && isEmpty} required>
										<Field.Label>{text.sessions.name}</Field.Label>
										<Input
											ref={input}
											dir="auto"
											size="sm"
											borderColor="line.strong"
											maxLength={maxTitleCharacters}
											value={value}
											onFocus={(event) => event.target.select()}
											onChange={(event) => setValue(event.target.value)}
										/>
										<Field.ErrorText>{text.account.fillIn}</Field.ErrorText>
										{prefix === "" ? null : <Field.HelperText>{text.sessions.prefixHint(prefix)}</Field.HelperText>}
									</Field.Root>
								</Stack>
							</Dialog.Body>
							<Dialog.Footer px="4" pt="0" pb="4" gap="2">
								<Button type="button" size="xs" variant="outline" onClick={onClose}>
									{text.sessions.cancel}
								</Button>
								<Button type="submit" size="xs" colorPalette="brand">
									{text.sessions.rename}
								</Button>
							</Dialog.Footer>
						</form>
					</Dialog.Content>
				</Dialog.Positioner>
			</Portal>
		</Dialog.Root>
	);
}
