import { Button, HStack, Stack, Text } from "@chakra-ui/react";
import type { Enrolment } from "@webhand/contracts/auth/second-factor";
import { useState } from "react";
import { text } from "../../panel/words.ts";
import { CheckIcon, CopyIcon } from "../icons.tsx";
import { QrCode } from "./qr-code.tsx";

/** The secret of an authenticator app: to scan, or to type. */
export function EnrolmentCard({ enrolment }: { readonly enrolment: Enrolment }) {
	const [isCopied, setIsCopied] = useState(false);
	return (
		<Stack gap="3">
			<Text>{text.signIn.enrol.scan}</Text>
			<QrCode text={enrolment.uri} label={text.signIn.enrol.picture} />
			<Stack gap="1">
				<Text color="fg.quiet">{text.signIn.enrol.typeIn}</Text>
				<HStack wrap="wrap" gap="2">
					<Text fontFamily="mono" bg="bg.agent" px="2" py="1" rounded="md" overflowWrap="anywhere" minW="0">
						{inGroups(enrolment.secret)}
					</Text>
					<Button
						size="xs"
						variant="outline"
						aria-live="polite"
						onClick={() => void navigator.clipboard.writeText(enrolment.secret).then(() => setIsCopied(true))}
					>
						{isCopied ? <CheckIcon /> : <CopyIcon />}
						{isCopied ? text.signIn.enrol.copied : text.signIn.enrol.copy}
					</Button>
				</HStack>
			</Stack>
			<Text>{text.signIn.enrol.first}</Text>
		</Stack>
	);
}

/** Groups of four are easier to type. */
function inGroups(secret: string): string {
	return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
