"""The verifiable random function of RFC 9381 (ECVRF-EDWARDS25519-SHA512-TAI) over plain numbers."""

import hashlib

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def sha512(data):
    return hashlib.sha512(data).digest()


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    t = D * x1 * x2 * y1 * y2 % P
    x = (x1 * y2 + x2 * y1) * pow(1 + t, P - 2, P) % P
    return x, (y1 * y2 + x1 * x2) * pow(1 - t, P - 2, P) % P


def times(count, point):
    total = (0, 1)
    while count:
        if count & 1:
            total = add(total, point)
        point, count = add(point, point), count >> 1
    return total


def write(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def read(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if y >= P or x * x % P != square or (x == 0 and sign):
        return None
    return (x if x & 1 == sign else P - x), y


BASE = read((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def prove(secret, message):
    """The public key, the proof and the output for a message."""
    half = sha512(secret)
    scalar = int.from_bytes(half[:32], "little") & (1 << 254) - 8 | 1 << 254
    public = write(times(scalar, BASE))
    count, found = 0, None
    while found is None:
        found = read(sha512(b"\3\1" + public + message + bytes([count, 0]))[:32])
        count += 1
    point = times(8, found)
    gamma = times(scalar, point)
    nonce = int.from_bytes(sha512(half[32:] + write(point)), "little") % Q
    points = (point, gamma, times(nonce, BASE), times(nonce, point))
    challenge = sha512(b"\3\2" + public + b"".join(map(write, points)) + b"\0")[:16]
    answer = (nonce + int.from_bytes(challenge, "little") * scalar) % Q
    proof = write(gamma) + challenge + answer.to_bytes(32, "little")
    return public, proof, sha512(b"\3\3" + write(times(8, gamma)) + b"\0")
