import { Box, chakra, HStack, Stack, Text } from "@chakra-ui/react";
import type { Enrolment } from "@webhand/contracts/auth/second-factor";
import { encode } from "uqr";
import { CopyButton } from "../controls/copy-button.tsx";
import { secondFactorText } from "./words.ts";

/** The secret of an authenticator app: to scan, or to type. */
export function EnrolmentCard({ enrolment }: { readonly enrolment: Enrolment }) {
	return (
		<Stack gap="3">
			<Text>{secondFactorText.enrol.scan}</Text>
			<QrCode text={enrolment.uri} label={secondFactorText.enrol.picture} />
			<Stack gap="1">
				<Text color="fg.quiet">{secondFactorText.enrol.typeIn}</Text>
				<HStack wrap="wrap" gap="2">
					<Text fontFamily="mono" bg="bg.agent" px="2" py="1" rounded="md" overflowWrap="anywhere" minW="0">
						{inGroups(enrolment.secret)}
					</Text>
					<CopyButton text={enrolment.secret}>{secondFactorText.enrol.copy}</CopyButton>
				</HStack>
			</Stack>
			<Text>{secondFactorText.enrol.first}</Text>
		</Stack>
	);
}

/** Groups of four are easier to type. */
function inGroups(secret: string): string {
	return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}

const quietModules = 2;

/** A QR code. It is black on white in every theme, which cameras need. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
	const { size, data } = encode(text, { border: quietModules });
	const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
	return (
		<Box bg="bg.scan" color="fg.scan" rounded="lg" p="2" w="11.5rem" maxW="full" borderWidth="1px" borderColor="line.soft">
			<chakra.svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} display="block" w="full" shapeRendering="crispEdges">
				<chakra.path d={squares.join("")} fill="currentColor" />
			</chakra.svg>
		</Box>
	);
}
