import { Box, chakra } from "@chakra-ui/react";
import { encode } from "uqr";

const quietModules = 2;

/** A QR code. It is black on white in every theme, which cameras need. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
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
