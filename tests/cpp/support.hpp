#pragma once

#include <cstdint>
#include <vector>

#include "attention/attend.hpp"
#include "attention/sample.hpp"

// Data of one request, flat and row-major.
struct Data {
  std::vector<double> q, k, v;
};

// A request for a shape, without a mask or scaling: tests set what they are about.
inline attention::AttendRequest request_of(double n, double keys, double d_k, double d_v) {
  attention::AttendRequest request;
  request.n = n;
  request.keys = keys;
  request.d_k = d_k;
  request.d_v = d_v;
  request.has_values = d_v > 0;
  request.scaling.rule = attention::ScaleRule::none;
  return request;
}

inline Data draw(const attention::AttendRequest& request, std::uint32_t seed) {
  attention::Sample sample;
  const attention::Problem problem =
      sample.draw({request.n, request.keys, request.d_k, request.d_v, request.has_values}, {&seed, 1});
  if (problem) return {};
  return {{sample.q().begin(), sample.q().end()},
          {sample.k().begin(), sample.k().end()},
          {sample.v().begin(), sample.v().end()}};
}

inline attention::Problem attend(attention::Attention& attention, const attention::AttendRequest& request,
                                 const Data& data) {
  return attention.attend(request, {data.q.data(), data.k.data(), data.v.empty() ? nullptr : data.v.data()});
}

template <class T>
std::vector<T> row_of(const attention::Matrix<T>& matrix, std::size_t i) {
  return {matrix.row(i), matrix.row(i) + matrix.columns()};
}
