#pragma once

// Numbers for normal_pairs.cpp, computed with 80 decimal digits. Sums such as kSixteenth[0] + kSixteenth[1] + ... hold
// more digits than one double; the first parts are short, so that products with them are exact.

namespace attention {

// pi / 16 as 40 + 40 + 53 bits.
inline constexpr double kSixteenth[3] = {0x1.921fb54442p-3, 0x1.a308d3131ap-44, -0x1.d747f23e32ed7p-86};

// sin(k pi / 16) as 26 + 53 bits, for k = 0 .. 40: its cosine is the entry 8 further on.
struct SineParts {
  double high;
  double low;
};
inline constexpr SineParts kSines[41] = {
    {0, 0},
    {0x1.8f8b84p-3, -0x1.cb2cfaa4da337p-30},
    {0x1.87de2a8p-2, -0x1.51569d2e59dbap-30},
    {0x1.1c73b38p-1, 0x1.ae68c86c9774ap-29},
    {0x1.6a09e68p-1, -0x1.80c4336f74d05p-29},
    {0x1.a9b6628p-1, 0x1.0ea1a3033ec62p-29},
    {0x1.d906bdp-1, -0x1.9ae573aea067cp-30},
    {0x1.f6297dp-1, -0x1.1469faa77a357p-34},
    {1, 0},
    {0x1.f6297dp-1, -0x1.1469faa77a357p-34},
    {0x1.d906bdp-1, -0x1.9ae573aea067cp-30},
    {0x1.a9b6628p-1, 0x1.0ea1a3033ec62p-29},
    {0x1.6a09e68p-1, -0x1.80c4336f74d05p-29},
    {0x1.1c73b38p-1, 0x1.ae68c86c9774ap-29},
    {0x1.87de2a8p-2, -0x1.51569d2e59dbap-30},
    {0x1.8f8b84p-3, -0x1.cb2cfaa4da337p-30},
    {0, 0},
    {-0x1.8f8b84p-3, 0x1.cb2cfaa4da337p-30},
    {-0x1.87de2a8p-2, 0x1.51569d2e59dbap-30},
    {-0x1.1c73b38p-1, -0x1.ae68c86c9774ap-29},
    {-0x1.6a09e68p-1, 0x1.80c4336f74d05p-29},
    {-0x1.a9b6628p-1, -0x1.0ea1a3033ec62p-29},
    {-0x1.d906bdp-1, 0x1.9ae573aea067cp-30},
    {-0x1.f6297dp-1, 0x1.1469faa77a357p-34},
    {-1, 0},
    {-0x1.f6297dp-1, 0x1.1469faa77a357p-34},
    {-0x1.d906bdp-1, 0x1.9ae573aea067cp-30},
    {-0x1.a9b6628p-1, -0x1.0ea1a3033ec62p-29},
    {-0x1.6a09e68p-1, 0x1.80c4336f74d05p-29},
    {-0x1.1c73b38p-1, -0x1.ae68c86c9774ap-29},
    {-0x1.87de2a8p-2, 0x1.51569d2e59dbap-30},
    {-0x1.8f8b84p-3, 0x1.cb2cfaa4da337p-30},
    {0, 0},
    {0x1.8f8b84p-3, -0x1.cb2cfaa4da337p-30},
    {0x1.87de2a8p-2, -0x1.51569d2e59dbap-30},
    {0x1.1c73b38p-1, 0x1.ae68c86c9774ap-29},
    {0x1.6a09e68p-1, -0x1.80c4336f74d05p-29},
    {0x1.a9b6628p-1, 0x1.0ea1a3033ec62p-29},
    {0x1.d906bdp-1, -0x1.9ae573aea067cp-30},
    {0x1.f6297dp-1, -0x1.1469faa77a357p-34},
    {1, 0},
};

// ln 2 as a multiple of 2^-42 and the rest.
inline constexpr double kLn2[2] = {0x1.62e42fefa38p-1, 0x1.ef35793c7673p-45};

// The interval [11/16, 11/8) in 32 parts, of width 1/64 below 1 and 1/32 above: a number near the inverse of its
// middle, a multiple of 2^-10, and minus its logarithm as a multiple of 2^-42 and the rest. The two parts beside 1 have
// the inverse 1, so that the logarithm of a number near 1 keeps its relative precision.
struct LogParts {
  double inverse;
  double high;
  double low;
};
inline constexpr LogParts kLogs[32] = {
    {0x1.704p+0, -0x1.744f8633f2p-2, 0x1.91e9d1816c06cp-46},
    {0x1.68p+0, -0x1.5d1bdbf581p-2, 0x1.8d6bdc9c7c238p-44},
    {0x1.604p+0, -0x1.46d2d9c28p-2, -0x1.59b275f67f75ap-44},
    {0x1.59p+0, -0x1.31871c9544p-2, -0x1.84fab94cecfd9p-46},
    {0x1.51cp+0, -0x1.1bc794fd1dp-2, 0x1.ccf0c747ba7bep-44},
    {0x1.4bp+0, -0x1.071b85fcd6p-2, 0x1.bcb8ba3e01a11p-44},
    {0x1.448p+0, -0x1.e598ed5a88p-3, 0x1.d134bcf1e98a1p-47},
    {0x1.3e4p+0, -0x1.bdc46ae344p-3, -0x1.625b4023d6505p-44},
    {0x1.38p+0, -0x1.9525a9cf46p-3, 0x1.297137d9f158fp-44},
    {0x1.324p+0, -0x1.6f0d28ae56p-3, -0x1.69737c93373dap-44},
    {0x1.2c8p+0, -0x1.483bccce6ep-3, -0x1.eea52723f6369p-46},
    {0x1.274p+0, -0x1.2423113ba6p-3, 0x1.e3a0078ee9d9cp-44},
    {0x1.22p+0, -0x1.fec9131dcp-4, 0x1.54555d1ae6607p-44},
    {0x1.1dp+0, -0x1.b78c82bb1p-4, 0x1.25ef7bc3987e7p-44},
    {0x1.18p+0, -0x1.6f0d28ae58p-4, 0x1.4b4641b664613p-44},
    {0x1.134p+0, -0x1.28f83450ecp-4, -0x1.a8d75aa119769p-44},
    {0x1.0ecp+0, -0x1.cae72fb96p-5, 0x1.efabf2025b1bep-44},
    {0x1.0a8p+0, -0x1.494acc34d8p-5, -0x1.11c78a56fd247p-45},
    {0x1.064p+0, -0x1.8b31facaap-6, 0x1.3fc78a96e4964p-44},
    {1, 0, 0},
    {1, 0, 0},
    {0x1.e9p-1, 0x1.788595a358p-5, -0x1.08b0d083b3a4cp-46},
    {0x1.dbp-1, 0x1.333d7f8184p-4, -0x1.692b6a81b8848p-49},
    {0x1.cd8p-1, 0x1.a956d3ecacp-4, 0x1.e63794c02c4afp-44},
    {0x1.c1p-1, 0x1.0ce7ecdcccp-3, 0x1.4652dabff5447p-46},
    {0x1.b5p-1, 0x1.4462b9dc9cp-3, -0x1.84858a711b062p-44},
    {0x1.a98p-1, 0x1.7b00916516p-3, -0x1.ae75fcb067e57p-44},
    {0x1.9fp-1, 0x1.ae2ca6f672p-3, 0x1.7a8d5ae54f55p-44},
    {0x1.948p-1, 0x1.e2a877a6b2p-3, 0x1.823817787081ap-44},
    {0x1.8bp-1, 0x1.09aa572e6cp-2, 0x1.b50a1e1734342p-44},
    {0x1.818p-1, 0x1.22981fbef8p-2, -0x1.a1421609580dap-44},
    {0x1.788p-1, 0x1.3ac8ca38e6p-2, -0x1.d0befbc02be4ap-45},
};

}  // namespace attention
